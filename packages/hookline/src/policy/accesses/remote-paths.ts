import type { CommandReading, ReadCommand } from "../../shell/reading/reading.ts";
import type { PolicyFacts, TouchedPath } from "../model.ts";
import { pathsByCommand } from "./touched-paths.ts";

/** Programs that log in somewhere: what they run starts in a home. */
const logins: ReadonlySet<string> = new Set(["ssh", "mosh", "vagrant"]);

/** The paths that commands would touch on other machines and in containers; they say nothing about this machine. */
export function remotePaths(
  { commands, ...reading }: CommandReading,
  { home, today }: PolicyFacts,
): ReadonlyMap<ReadCommand, readonly TouchedPath[]> {
  const place = { home, today, projectDir: elsewhere, branch: "", own: [], variables: {}, real: new Map() };
  const found = new Map<ReadCommand, readonly TouchedPath[]>();
  for (const inHome of [true, false]) {
    const chosen = (command: ReadCommand) =>
      command.remote && logins.has(command.via.findLast(isRemote) ?? "") === inHome;
    if (!commands.some(chosen)) continue;
    const there = commands.map((command) => ({ ...command, remote: !chosen(command) }));
    const facts = { ...place, cwd: inHome ? home : elsewhere };
    const paths = pathsByCommand({ ...reading, commands: there }, facts);
    for (const [at, command] of commands.entries()) if (chosen(command)) found.set(command, paths[at] ?? []);
  }
  return found;
}

/** A folder that nobody means: where commands start in a container is not known. */
const elsewhere = "/folder-of-a-container";

const remote = /^(?:ssh|mosh|vagrant|docker|podman|nerdctl|kubectl|oc|lxc)$/;
const isRemote = (name: string): boolean => remote.test(name);
