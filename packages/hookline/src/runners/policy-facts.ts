import { isAbsolute, resolve } from "node:path";
import type { Event } from "../contract/event.ts";
import { isObject } from "../contract/json.ts";
import type { Call } from "../contract/runner.ts";
import { runsCommands } from "../policy/accesses/tool-commands.ts";
import type { PolicyFacts, WrittenFile } from "../policy/model.ts";
import { gitBranch } from "../system/git-branch.ts";
import { realTarget } from "../system/real-target.ts";

/** What must be known of a machine and a place before an event can be judged there. */
export interface FactsPlace extends Pick<Call, "event" | "projectDir" | "cwd"> {
  readonly services: Pick<Call["services"], "home" | "ownPaths" | "variable">;
}

/** Facts to which the real places of paths, and files that earlier calls wrote, are added before rules are judged on them. */
export interface GatheredFacts extends PolicyFacts {
  readonly real: Map<string, string>;
  readonly written: Map<string, WrittenFile>;
}

/** So many paths are followed for one event; what names more cannot be judged. */
export const mostPaths = 5000;

/** Variables that an agent's shell surely has as well, with the same values. */
const sharedVariables = [
  "USER",
  "LOGNAME",
  "TMPDIR",
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "XDG_CACHE_HOME",
  "XDG_DATA_HOME",
];

/** Fields of a shell tool that name the folder in which its command runs. */
const folderFields = [
  "workdir",
  "cwd",
  "working_directory",
  "working_dir",
  "workingDirectory",
  "dir_path",
  "directory",
];

/** Gathers what rules may know of the machine; the branch is read when a rule asks for it. */
export function gatherFacts({ event, projectDir, cwd, services }: FactsPlace): GatheredFacts {
  const { home, ownPaths, variable } = services;
  const { cwd: said } = event.payload;
  const start = typeof said === "string" && isAbsolute(said) ? said : cwd;
  const folder = folderOfTool(event, start);
  const shared = sharedVariables.flatMap((name) => {
    const value = variable(name);
    return value === undefined ? [] : [[name, value]];
  });
  let branch: string | null = null;
  let day: string | null = null;
  return {
    cwd: folder,
    home,
    projectDir,
    // Few rules expire, and the first date of a process takes a while.
    get today() {
      day ??= today(new Date());
      return day;
    },
    get branch() {
      branch ??= gitBranch(projectDir);
      return branch;
    },
    own: ownPaths,
    variables: { ...Object.fromEntries(shared), HOME: home, PWD: folder },
    real: new Map(),
    written: new Map(),
  };
}

/** Follows paths to where they really lead; false if there are more than can be followed. */
export function followPaths(facts: GatheredFacts, paths: readonly string[]): boolean {
  if (paths.length > mostPaths) return false;
  for (const path of paths) if (!facts.real.has(path)) facts.real.set(path, realTarget(path));
  return true;
}

/** A day as people write it, where the machine is. */
export function today(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function folderOfTool(event: Event, start: string): string {
  const { payload } = event;
  if (!isObject(payload.tool_input) || !runsCommands(event)) return start;
  for (const field of folderFields) {
    const named = payload.tool_input[field];
    if (typeof named === "string" && named !== "") return resolve(start, named);
  }
  return start;
}
