import { join } from "node:path";
import { isThere } from "../system/local-files.ts";
import { readWhole } from "../system/whole-file.ts";
import type { Expected, FileMatch } from "./case.ts";
import { compareText, type Difference, describeMatch } from "./match-text.ts";
import { fill } from "./payload.ts";
import type { Place } from "./place.ts";
import { callsOf } from "./program-stubs.ts";

/** Everything in which the files of a place and the calls of its programs differ from what is expected of them. */
export function comparePlace(place: Place, { files = {}, calls = {} }: Expected): readonly Difference[] {
  return [
    ...Object.entries(files).map(([path, match]) => compareFile(place, path, match)),
    ...Object.entries(calls).flatMap(([name, wanted]) => compareCalls(name, wanted, callsOf(place, name))),
  ].filter((one) => one !== null);
}

function compareFile({ project }: Place, path: string, match: FileMatch): Difference | null {
  const what = `file ${path}`;
  const whole = join(project, path);
  if (typeof match === "object" && "absent" in match) {
    return isThere(whole) ? { what, expected: "that it is not there", came: "it is there" } : null;
  }
  const wanted = typeof match === "object" && "content" in match ? { equals: match.content } : match;
  const read = readWhole(whole);
  if (!("text" in read)) {
    const why = read.error.code === "ENOENT" ? "it is not there" : read.error.message;
    return { what, expected: describeMatch(wanted), came: why };
  }
  const here = typeof wanted === "string" ? fill(wanted, project) : wanted;
  return compareText(what, here, read.text);
}

type WantedCalls = NonNullable<Expected["calls"]>[string];

function compareCalls(
  name: string,
  wanted: WantedCalls,
  came: readonly (readonly string[])[],
): readonly (Difference | null)[] {
  const what = `calls of ${name}`;
  const shown = came.map((call) => words(name, call)).join("\n") || "none";
  if (typeof wanted === "number") {
    return [
      wanted === came.length ? null : { what, expected: String(wanted), came: `${came.length}: ${shown}` },
    ];
  }
  const expected = wanted.map((call) => words(name, call.map(describeMatch))).join("\n") || "none";
  const same =
    wanted.length === came.length &&
    wanted.every((call, at) => {
      const given = came[at] ?? [];
      return (
        call.length === given.length &&
        call.every((match, index) => compareText(what, match, given[index] ?? "") === null)
      );
    });
  return [same ? null : { what, expected, came: shown }];
}

function words(name: string, args: readonly string[]): string {
  return [name, ...args.map((arg) => (/^[\w./:=@+-]+$/.test(arg) ? arg : JSON.stringify(arg)))].join(" ");
}
