import { join } from "node:path";
import { quoted } from "../contract/quoted.ts";
import { writeProgram } from "../system/scratch-folder.ts";
import { readWhole } from "../system/whole-file.ts";
import type { Stubs } from "./case.ts";
import type { Place } from "./place.ts";

/** Puts stand-ins for programs first on the PATH of a place; each notes the arguments of every call. */
export function writePrograms(place: Place, programs: Stubs["programs"] = {}): void {
  for (const [name, { exit = 0, stdout = "", stderr = "" }] of Object.entries(programs)) {
    // Nothing but what every shell has built in: another program could be a stand-in itself.
    const lines = [
      "#!/bin/sh",
      `printf '%s\\0' "$#" "$@" >> ${quoted(callsFile(place, name))}`,
      ...(stdout === "" ? [] : [`printf '%s' ${quoted(stdout)}`]),
      ...(stderr === "" ? [] : [`printf '%s' ${quoted(stderr)} >&2`]),
      `exit ${exit}`,
    ];
    writeProgram(join(place.programs, name), `${lines.join("\n")}\n`);
  }
}

/** The arguments of each call of a stand-in, in order. */
export function callsOf(place: Place, name: string): readonly (readonly string[])[] {
  const read = readWhole(callsFile(place, name));
  if (!("text" in read)) return [];
  const words = read.text.split("\0").slice(0, -1);
  const calls: string[][] = [];
  for (let at = 0; at < words.length; ) {
    const count = Number(words[at]);
    calls.push(words.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return calls;
}

function callsFile({ root }: Place, name: string): string {
  return join(root, `calls-${name}`);
}
