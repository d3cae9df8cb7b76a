import { setTimeout as delay } from "node:timers/promises";
import { isObject, type JsonObject } from "../contract/json.ts";
import { type HookFileReading, readHookFile } from "../system/hook-files.ts";
import { shownValue } from "./entries/check-fields.ts";
import type { HookFilePlace } from "./places.ts";
import { safetyOf } from "./safety.ts";
import { type JsonText, parseJsonText, type TextProblem } from "./text/json-text.ts";
import { manifestHooks } from "./text/manifest.ts";

/** A text that could be read as a hook file. */
export interface GoodFile {
  readonly text: string;
  readonly document: JsonText;
  readonly value: JsonObject;
}

/** What is known of one file: what was found last, the last good text, and what is wrong with what was found. */
export interface FileState {
  readonly reading: HookFileReading;
  /** Stays in force while the file cannot be read; null if there never was one, or if the file is gone. */
  readonly good: GoodFile | null;
  readonly problem: TextProblem | null;
}

/** How often, and after which pause, a file is read again that somebody is just writing. */
const attempts = 4;
const pauseMs = 25;

/** Reads the file of a place. */
export function readPlace(place: HookFilePlace, before: FileState | null): HookFileReading {
  return readHookFile(place.path, before?.reading ?? null, safetyOf(place));
}

/** What is known of a file that was just read; a text that did not change is not parsed again, and one that somebody is writing is read again. */
export async function fileStateOf(
  place: HookFilePlace,
  reading: HookFileReading,
  before: FileState | null,
  thorough: boolean,
): Promise<FileState> {
  let state = await stateOf(place, reading, before, thorough);
  for (let attempt = 0; attempt < attempts && isBeingWritten(state); attempt++) {
    await delay(pauseMs);
    state = await stateOf(place, readPlace(place, before), before, thorough);
  }
  return state;
}

async function stateOf(
  place: HookFilePlace,
  reading: HookFileReading,
  before: FileState | null,
  thorough: boolean,
): Promise<FileState> {
  if (reading.kind === "absent") {
    return before?.reading.kind === "absent" ? before : { reading, good: null, problem: null };
  }
  const good = before?.good ?? null;
  if (reading.kind === "unreadable") {
    if (before?.reading.kind === "unreadable" && before.reading.why === reading.why) return before;
    const { why, mend = "make it a readable file, or remove it" } = reading;
    return { reading, good, problem: wholeFile(why, mend) };
  }
  if (before?.reading.kind === "text" && before.reading.text === reading.text) {
    return before.reading === reading ? before : { ...before, reading };
  }
  const document = await parseFile(reading.text, place, thorough);
  if (!("value" in document)) return { reading, good, problem: document };
  const { value } = document;
  const problem = problemOf(document, place);
  if (problem || !isObject(value)) return { reading, good, problem };
  return { reading, good: { text: reading.text, document, value }, problem: null };
}

/** Without hooks of before, half a file would mean no guards at all; whoever writes it is done in a moment. */
function isBeingWritten({ reading, good, problem }: FileState): boolean {
  return problem !== null && good === null && reading.kind === "text" && reading.stamp === null;
}

function problemOf({ value, locate }: JsonText, { dialect }: HookFilePlace): TextProblem | null {
  const listed = dialect.shape === "list";
  const shape = listed
    ? 'write { "hooks": [ { "event": …, "command": … } ] }'
    : 'write { "hooks": { "PreToolUse": [ … ] } }';
  if (!isObject(value)) return wholeFile(`a hook file is an object, not ${shownValue(value)}`, shape);
  for (const top of dialect.hooksAt) {
    const { [top]: hooks } = value;
    if (hooks === undefined || (listed ? Array.isArray(hooks) : isObject(hooks))) continue;
    const message = `"${top}" must be ${listed ? "a list" : "an object"}, not ${shownValue(hooks)}`;
    return { severity: "error", ...locate([top]), message, hint: shape };
  }
  return null;
}

/** Reads a text in the format of its place; what reads the front matter of Markdown is loaded by those who have such files. */
async function parseFile(
  text: string,
  { format }: HookFilePlace,
  thorough: boolean,
): Promise<JsonText | TextProblem> {
  if (format === "manifest") {
    const document = await parseJsonText(text, thorough);
    return "value" in document ? manifestHooks(document) : document;
  }
  if (format !== "front-matter") return parseJsonText(text, thorough);
  const { parseFrontMatter } = await import("./text/front-matter.ts");
  return parseFrontMatter(text);
}

function wholeFile(message: string, hint: string): TextProblem {
  return { severity: "error", line: 1, column: 1, message, hint };
}
