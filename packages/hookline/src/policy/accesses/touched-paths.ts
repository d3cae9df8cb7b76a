import type { CommandReading } from "../../shell/reading/reading.ts";
import type { PolicyFacts, TouchedPath } from "../model.ts";
import { commandUses } from "./command-uses.ts";
import { namesFound } from "./known-names.ts";
import { absolutePath, isUnder } from "./place.ts";
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
    const place = placeOf(inWrapper(reading.commands, at) ?? command, facts, temporary);
    const found = new Map<string, TouchedPath>();
    const add = (
      text: string,
      path: string,
      rest: Omit<TouchedPath, "text" | "path" | "real" | "by">,
    ): void => {
      if (
        (idle.test(path) && (rest.access === "read" || rest.access === "write" || rest.access === "other")) ||
        path.startsWith("/dev/tcp/") ||
        path.startsWith("/dev/udp/")
      )
        return;
      const one = {
        ...rest,
        text,
        path,
        real: path,
        by: command.program === "" ? "redirection" : command.program,
      };
      found.set(`${path}\0${one.access}\0${one.recursive}\0${one.glob}`, one);
      for (const [name, target] of links) {
        // Who deletes or replaces a link does not follow it.
        const stays = command.program === "ln" || (rest.access === "delete" && !/\/["']?$/.test(text));
        if (isUnder(path, name) && !(path === name && stays))
          add(text, `${target}${path.slice(name.length)}`.replace(/^\/\//, "/"), rest);
      }
    };
    for (const { word, access, recursive, some } of commandUses(reading.commands, at)) {
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
    for (const [name, target] of linksOf(command, facts)) if (!isUnder(target, name)) links.set(name, target);
    return [...found.values()];
  });
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
