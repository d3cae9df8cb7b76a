import { join } from "node:path";
import { isObject, type Json, jsonOf } from "../../contract/json.ts";
import { replaceFile } from "../../system/kept-files.ts";
import { ownAndRoot, readSafe } from "../../system/safe-file.ts";
import type { ReadPosition } from "../read-chain.ts";

/** How far one destination is with one chain; beside the chain and no part of it. */
export interface Cursor {
  /** The chain that it is about: another one under the same name is sent from its beginning. */
  readonly origin: string;
  /** The last record that was taken; 0 for none. */
  readonly seq: number;
  readonly hash: string;
  readonly at: ReadPosition;
  /** The last record of the batch that is under way: it is sent again as it was. */
  readonly pendingSeq: number;
  /** Failures since the last success. */
  readonly attempts: number;
  /** Milliseconds since 1970: not before. */
  readonly retryAt: number;
  readonly error: string;
  /** When the last record was taken, or an empty text. */
  readonly delivered: string;
}

/** Where a chain's destination begins. */
export function startOf(origin: string): Cursor {
  const at = { file: 0, offset: 0 };
  return { origin, seq: 0, hash: "", at, pendingSeq: 0, attempts: 0, retryAt: 0, error: "", delivered: "" };
}

/** The file of a cursor. */
export function cursorPath(folder: string, chain: string, name: string): string {
  return join(folder, chain, "cursors", `${name}.json`);
}

/** Reads a cursor; the start of the chain if there is none yet. Throws if the file there cannot be believed. */
export function readCursor(path: string, origin: string): Cursor {
  const found = readSafe(path, { owners: ownAndRoot(), barred: 0o022, links: "refused", under: null });
  if (found.kind === "unsafe") throw new Error(`${path} ${found.why}: ${found.mend}`);
  const cursor = found.kind === "read" ? parse(found.file.text) : null;
  return cursor?.origin === origin ? cursor : startOf(origin);
}

/** Keeps a cursor without holding up the process. */
export function writeCursor(path: string, cursor: Cursor): Promise<void> {
  return replaceFile(path, `${JSON.stringify(cursor, null, 2)}\n`);
}

function parse(text: string): Cursor | null {
  const value = jsonOf(text);
  if (!isObject(value) || typeof value.origin !== "string" || !isObject(value.at)) return null;
  return {
    origin: value.origin,
    seq: count(value.seq),
    hash: typeof value.hash === "string" ? value.hash : "",
    at: { file: count(value.at.file), offset: count(value.at.offset) },
    pendingSeq: count(value.pendingSeq),
    attempts: count(value.attempts),
    retryAt: count(value.retryAt),
    error: typeof value.error === "string" ? value.error : "",
    delivered: typeof value.delivered === "string" ? value.delivered : "",
  };
}

function count(value: Json | undefined): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
