import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { codeUses } from "./code-uses.ts";
import { restOf, wordOf } from "./option-values.ts";
import { hasRow, usesByRow } from "./program-rows.ts";
import { viaSearch } from "./search-uses.ts";
import { specialPrograms } from "./special-uses.ts";
import { type Use, uses } from "./use.ts";

/** Programs whose words are no paths, whatever they look like. */
const withoutPaths: ReadonlySet<string> = new Set(
  (
    "echo printf true false : export declare typeset local readonly set unset shift cd pushd popd alias unalias kill " +
    "pkill killall sleep date expr seq let read wait jobs trap eval return exit which type hash command whereis man " +
    "ssh telnet nc ncat ping dig nslookup host docker podman kubectl gh npm pnpm yarn pip pip3 uv cargo go aws gcloud " +
    "az terraform helm systemctl service journalctl hookline hookline-agent apt apt-get brew dnf yum history fc umask ulimit"
  ).split(" "),
);

/** True for a program of which it is known what its words mean. */
export function isKnownProgram(program: string): boolean {
  return withoutPaths.has(program) || specialPrograms.has(program) || hasRow(program);
}

/** What a command does to paths, by its program, its redirections and the code that it is given. */
export function commandUses(commands: readonly ReadCommand[], at: number): readonly Use[] {
  const command = commands[at];
  if (!command || command.remote) return [];
  const found: Use[] = [];
  for (const { access, target } of command.redirects) {
    if (access !== "text")
      found.push({ word: target, access: access === "read" ? "read" : "write", recursive: false });
  }
  if (command.code) found.push(...codeUses(command));
  found.push(...viaSearch(commands, at, byProgram(commands, command)));
  if (command.called.includes("/")) found.push(...uses([wordOf(command.called)], "run"));
  return found;
}

function byProgram(commands: readonly ReadCommand[], command: ReadCommand): readonly Use[] {
  const { program, args, operands } = command;
  const special = specialPrograms.get(program);
  if (special) return special(command);
  if (hasRow(program)) return usesByRow(command);
  // The words of a wrapper are those of the command that it starts.
  if (program === "" || withoutPaths.has(program) || wrappersOf(commands).has(program)) return [];
  const valued = args.flatMap((word) => {
    const length = /^--?[\w-]+=/.exec(word.begins)?.[0].length;
    return length === undefined ? [] : [restOf(word, length)];
  });
  return uses([...operands, ...valued].filter(looksLikePath), "other");
}

const knownWrappers = new WeakMap<readonly ReadCommand[], ReadonlySet<string>>();

/** The programs that start others, worked out once for each list. */
export function wrappersOf(commands: readonly ReadCommand[]): ReadonlySet<string> {
  const known = knownWrappers.get(commands) ?? new Set(commands.flatMap(({ via }) => via));
  knownWrappers.set(commands, known);
  return known;
}

function looksLikePath({ value, begins }: ReadWord): boolean {
  if (value === null) return /^(?:~|\.{0,2}\/)/.test(begins);
  return /^(?:~|\.\.?$|\.[\w-])|\//.test(value) && !/:\/\/|^@|^s\/|\s/.test(value);
}
