import { closeSync, openSync, readFileSync, readSync, renameSync, writeFileSync } from "node:fs";
import type { Json, JsonObject } from "hookline";
import { keyOf, type SavedCheckpoint, type SavedWrite, type Spaces } from "./spaces.ts";

/** The first line: enough to list a session without reading the rest. */
export interface StateHeader {
  readonly thread: string;
  readonly pending: boolean;
  /** How many lines follow: a file that was cut is found out. */
  readonly lines: number;
}

/** All that a state file holds. */
export interface StateContent {
  readonly spaces: Spaces;
  /** The JSON of each message, by its number. */
  readonly objects: ReadonlyMap<number, string>;
}

const version = 1;

/** The first line of a state file. */
export function headerLine({ thread, pending, lines }: StateHeader): string {
  return `${JSON.stringify({ kind: "state", version, thread, pending, lines })}\n`;
}

/** Reads a state file; null if there is none. A file that is not whole is an error that names it. */
export function readState(file: string, thread: string): StateContent | null {
  const text = textOf(file);
  if (text === null) return null;
  const [first = "", ...rest] = text.split("\n");
  const header = parseHeader(file, first);
  if (header.thread !== thread) throw broken(file, `it belongs to session ${header.thread}`);
  if (rest.pop() !== "" || rest.length !== header.lines) throw broken(file, "its end is missing");
  const spaces: Spaces = new Map();
  const objects = new Map<number, string>();
  rest.forEach((line, index) => {
    try {
      readLine(JSON.parse(line), spaces, objects);
    } catch (error) {
      throw broken(file, `line ${index + 2}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return { spaces, objects };
}

/** Reads the first line only; null if there is no file. */
export function readHeader(file: string): StateHeader | null {
  let handle: number;
  try {
    handle = openSync(file, "r");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  try {
    const start = Buffer.alloc(1024);
    const text = start.toString("utf8", 0, readSync(handle, start));
    return parseHeader(file, text.split("\n")[0] ?? "");
  } finally {
    closeSync(handle);
  }
}

/** Replaces the file in one moment: whoever dies on the way leaves the old one whole. */
export function replaceFile(file: string, content: Buffer): void {
  const draft = `${file}.tmp`;
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, file);
}

/** The same state for another session. */
export function forThread(file: string, thread: string): string | null {
  const text = textOf(file);
  if (text === null) return null;
  const end = text.indexOf("\n");
  const header = parseHeader(file, end < 0 ? text : text.slice(0, end));
  return headerLine({ ...header, thread }) + text.slice(end + 1);
}

function readLine(line: JsonObject, spaces: Spaces, objects: Map<number, string>): void {
  if (line.kind === "object") {
    objects.set(Number(line.number), JSON.stringify(line.data));
    return;
  }
  const name = textField(line, line.kind === "space" ? "name" : "space");
  if (line.kind === "space") {
    const parents = new Map(Object.entries(line.parents ?? {}).map(([outer, id]) => [outer, String(id)]));
    spaces.set(name, { name, parents, checkpoint: null, writes: new Map() });
    return;
  }
  const space = spaces.get(name);
  if (!space) throw new Error(`there is no namespace ${JSON.stringify(name)}`);
  if (line.kind === "checkpoint") spaces.set(name, { ...space, checkpoint: checkpointOf(line) });
  else if (line.kind === "write") {
    const write = writeOf(line);
    space.writes.set(keyOf(write), write);
  } else throw new Error(`its kind ${JSON.stringify(line.kind)} is unknown`);
}

function checkpointOf(line: JsonObject): SavedCheckpoint {
  const { body, parent } = line;
  if (typeof body !== "object" || body === null || !("checkpoint" in body))
    throw new Error("it has no checkpoint");
  return {
    id: textField(line, "id"),
    parent: typeof parent === "string" ? parent : null,
    body: { checkpoint: jsonOf(body.checkpoint), metadata: jsonOf(body.metadata) },
  };
}

function writeOf(line: JsonObject): SavedWrite {
  return {
    checkpoint: textField(line, "checkpoint"),
    task: textField(line, "task"),
    index: Number(line.index),
    channel: textField(line, "channel"),
    value: jsonOf(line.value),
  };
}

function parseHeader(file: string, line: string): StateHeader {
  let header: JsonObject;
  try {
    header = JSON.parse(line);
  } catch {
    throw broken(file, "its first line is not JSON");
  }
  const { kind, thread, pending, lines } = header ?? {};
  if (kind !== "state" || typeof thread !== "string" || typeof lines !== "number")
    throw broken(file, "its first line is not that of a state file");
  if (header.version !== version)
    throw broken(
      file,
      `it has version ${JSON.stringify(header.version)}, this agent reads version ${version}`,
    );
  return { thread, lines, pending: pending === true };
}

function textField(line: JsonObject, name: string): string {
  const value = line[name];
  if (typeof value !== "string") throw new Error(`"${name}" is missing`);
  return value;
}

function jsonOf(value: Json | undefined): Json {
  return value ?? null;
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** The one sentence for a state file that cannot be used. */
export function broken(file: string, why: string): Error {
  return new Error(
    `the session's state in ${file} cannot be read: ${why}; move the file away, or start a new session`,
  );
}
