import type { CommandReading } from "../../shell/reading/reading.ts";
import type { PolicyFacts, TouchedPath } from "../model.ts";
import { commandUses } from "./command-uses.ts";
import { namesFound } from "./known-names.ts";
import { absolutePath, isUnder } from "./place.ts";
import type { Use } from "./use.ts";
import { pathsOfWord, placeOf, temporaryVariables } from "./word-paths.ts";
import { inWrapper } from "./wrapper-folder.ts";

/** Devices that hold nothing: a write to them is lost, a read is harmless. */
const idle = /^\/dev\/(?:null|zero|full|stdin|stdout|stderr|tty|random|urandom|fd(?:\/.*)?|ptmx)$/;

/** The paths that each command of a text would touch, in the order of the commands. */
export function pathsByCommand(
  reading: CommandReading,
  facts: PolicyFacts,
): readonly (readonly TouchedPath[])[] {
  const temporary = temporaryVariables(reading);
  const links = new Map<string, string>();
  return reading.commands.map((command, at) => {
    const used = commandUses(reading.commands, at);
    const found = used.length === 0 ? [] : pathsOfUses(used, reading, at, { facts, temporary, links });
    for (const [name, target] of linksOf(command, facts)) if (!isUnder(target, name)) links.set(name, target);
    return found;
  });
}

/** What is known where the paths of a command are worked out. */
interface Around {
  readonly facts: PolicyFacts;
  /** Variables that hold a new folder of `mktemp`. */
  readonly temporary: ReadonlySet<string>;
  /** Links that the commands before it made. */
  readonly links: ReadonlyMap<string, string>;
}

/** How a path is touched. */
type Touch = Pick<TouchedPath, "access" | "recursive" | "glob" | "known" | "way">;

function pathsOfUses(
  used: readonly Use[],
  { commands }: CommandReading,
  at: number,
  { facts, temporary, links }: Around,
): readonly TouchedPath[] {
  const command = inWrapper(commands, at);
  if (!command) return [];
  const { program } = command;
  const place = placeOf(command, facts, temporary);
  const found = new Map<string, TouchedPath>();
  const add = (text: string, path: string, { access, recursive, glob, known, way }: Touch): void => {
    if (path.startsWith("/dev/") && isNoFile(path, access)) return;
    const by = program === "" ? "redirection" : program;
    const one: TouchedPath = { access, recursive, glob, known, way, text, path, real: path, by };
    found.set(`${path}\0${access}\0${recursive}\0${glob}`, one);
    for (const [name, target] of links) {
      // Who deletes or replaces a link does not follow it.
      const stays = program === "ln" || (access === "delete" && !/\/["']?$/.test(text));
      if (isUnder(path, name) && !(path === name && stays))
        add(text, `${target}${path.slice(name.length)}`.replace(/^\/\//, "/"), one);
    }
  };
  for (const { word, access, recursive, some } of used) {
    if (word.value === "-" || word.begins.includes("://")) continue;
    for (const { path, glob, known, way } of pathsOfWord(word, place)) {
      // Of a choice inside the project, something below the folder; outside of it, nobody knows that it is harmless.
      const inside = some !== undefined && isUnder(path, facts.projectDir);
      const how = { access, recursive, glob: glob || (some !== undefined && !inside), known, way };
      add(word.text, inside ? `${path}/*` : path, how);
      for (const name of some ? namesFound(path, some, facts) : [])
        add(word.text, name, { access, recursive: true, glob: false, known });
    }
  }
  return [...found.values()];
}

/** If nothing on the disk is touched: a device that keeps nothing is used, or a connection is opened. */
function isNoFile(path: string, access: TouchedPath["access"]): boolean {
  const used = access === "read" || access === "write" || access === "other";
  return (used && idle.test(path)) || path.startsWith("/dev/tcp/") || path.startsWith("/dev/udp/");
}

/** The paths that a text would touch, whatever program does it. */
export function touchedPaths(reading: CommandReading, facts: PolicyFacts): readonly TouchedPath[] {
  return pathsByCommand(reading, facts).flat();
}

/** Links and bind mounts that a command makes: later names below them mean something else. */
function linksOf(
  { program, operands, folder, flags, remote }: CommandReading["commands"][number],
  facts: PolicyFacts,
): readonly (readonly [string, string])[] {
  const bind =
    program === "mount" &&
    (flags.includes("--bind") || flags.includes("-B") || operands.some(({ value }) => value === "bind"));
  if (remote || (program !== "ln" && !bind) || folder === null) return [];
  const base = absolutePath(folder, facts.cwd, facts.home);
  const [target, name] = operands.filter(({ value }) => value !== "bind");
  if (target?.value == null) return [];
  const linked = absolutePath(target.value, base, facts.home);
  const last = target.value.replace(/\/+$/, "").split("/").at(-1) ?? "";
  const named = name?.value == null ? `${base}/${last}` : absolutePath(name.value, base, facts.home);
  // A name that is a folder gets the link inside it.
  return [
    [named, linked],
    [`${named}/${last}`, linked],
  ];
}
