import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import type { Redactor } from "../contract/redact.ts";
import type { Decision } from "../index.ts";
import { writeAtomically } from "../system/files.ts";
import { removeFile } from "../system/remove-file.ts";
import { readWhole } from "../system/whole-file.ts";
import { projectMark } from "./payload.ts";
import type { Place } from "./place.ts";

/** What a decision says, without what is another each time: paths of the copy, times, identifiers; and without secrets. */
export function snapshotOf(decision: Decision, place: Place, redactor: Redactor): JsonObject {
  const { verdict, reason, halt, updatedInput, updatedOutput, updatedPrompt, context, messages } = decision;
  const said = {
    verdict,
    ...(reason !== "" && { reason }),
    ...(halt && { halt: halt.reason }),
    ...(updatedInput && { updatedInput }),
    ...(updatedOutput !== null && { updatedOutput }),
    ...(updatedPrompt !== null && { updatedPrompt }),
    ...(context.length > 0 && { context }),
    ...(messages.length > 0 && {
      messages: messages.map(({ level, text, hook }) => ({ level, text, hook })),
    }),
  };
  const marks = [
    [place.project, projectMark],
    [place.home, "${HOME}"],
    [place.root, "${SCRATCH}"],
  ] as const;
  const text = (given: string) => marks.reduce((sum, [path, mark]) => sum.replaceAll(path, mark), given);
  const plain = everywhere(redactor.json(said), text);
  return isObject(plain) ? plain : {};
}

function everywhere(value: Json, change: (text: string) => string): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => everywhere(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, item === undefined ? item : everywhere(item, change)]),
  );
}

/** The file beside a file of cases that holds what was stored of them. */
export function snapshotFile(path: string): string {
  return path.replace(/\.json$/, ".snap");
}

/** What is stored of the cases of a file, by their names; a file that cannot be read holds nothing, and says why. */
export function readSnapshots(path: string): {
  readonly stored: JsonObject;
  readonly problem: string | null;
} {
  const read = readWhole(snapshotFile(path));
  if (!("text" in read)) {
    return { stored: {}, problem: read.error.code === "ENOENT" ? null : read.error.message };
  }
  const stored = jsonOf(read.text);
  if (isObject(stored)) return { stored, problem: null };
  return {
    stored: {},
    problem: `${snapshotFile(path)} is no JSON object; "hookline test --update" writes it anew`,
  };
}

/** Stores what the cases of a file said, in the order of their names; a file with nothing in it is removed. */
export function writeSnapshots(path: string, stored: JsonObject): void {
  const names = Object.keys(stored).sort();
  if (names.length === 0) removeFile(snapshotFile(path));
  else {
    const sorted = Object.fromEntries(names.map((name) => [name, stored[name]]));
    writeAtomically(snapshotFile(path), `${JSON.stringify(sorted, null, 2)}\n`, 0o644);
  }
}
