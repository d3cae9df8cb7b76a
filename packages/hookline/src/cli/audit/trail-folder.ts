import { join, resolve } from "node:path";
import type { Command } from "commander";
import { listChains } from "../../audit/index.ts";
import { isFolder } from "../../system/folders.ts";
import { homeFolder } from "../../system/home-folder.ts";
import { stateFolder } from "../../system/state-folder.ts";
import { workingFolder } from "../folder.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** Adds the option that says where the trail lies. */
export function declareFolder(command: Command): Command {
  return command.option("--folder <dir>", "the audit folder of a trail that was copied from elsewhere");
}

/** Adds the options that say which trail is meant, and which chain of it. */
export function declareTrail(command: Command): Command {
  return declareFolder(command).option("--chain <name>", "only this chain");
}

/** Where the trail lies: `--folder`, else the audit folder of this user. */
export function trailFolder(options: VerbOptions): string {
  const cwd = workingFolder(options);
  const asked = textOption(options, "folder");
  if (asked === undefined) return join(stateFolder(process.env, homeFolder(process.env)), "audit");
  const folder = resolve(cwd, asked);
  if (!isFolder(folder)) throw new UsageError(`--folder ${asked}: there is no such folder`);
  return folder;
}

/** The folder, and the chains in it that are meant; a sentence if there is no trail. */
export function trailOf(options: VerbOptions): {
  readonly folder: string;
  readonly chains: readonly string[];
} {
  const folder = trailFolder(options);
  const all = listChains(folder);
  if (all.length === 0) throw new UsageError(noTrail(folder, textOption(options, "folder") !== undefined));
  const chain = textOption(options, "chain");
  if (chain !== undefined && !all.includes(chain))
    throw new UsageError(`there is no chain "${chain}" in ${folder}; there ${areChains(all)}`);
  return { folder, chains: chain === undefined ? all : [chain] };
}

function noTrail(folder: string, copied: boolean): string {
  const place = visibleLine(folder);
  return copied
    ? `no audit trail is in ${place}: it must hold the folders of the chains (main/000001.jsonl …)`
    : `no audit trail is in ${place} yet; "audit": true in a hook file switches it on`;
}

function areChains(all: readonly string[]): string {
  return all.length === 1 ? `is ${all[0]}` : `are ${all.join(", ")}`;
}
