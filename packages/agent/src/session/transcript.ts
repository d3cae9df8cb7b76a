import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, truncateSync } from "node:fs";
import { dirname } from "node:path";
import type { BaseMessage } from "@langchain/core/messages";
import type { JsonObject } from "hookline";
import { entryOf, type TranscriptEntry } from "./entry.ts";
import type { SessionFacts } from "./facts.ts";
import { privateFolder } from "./place.ts";

/** A session's record that hooks read by `transcript_path`; what was appended is in the file when the call returns. */
export interface Transcript {
  readonly path: string;
  /** Adds a message; null for one that says nothing (a removal). */
  append(message: BaseMessage): TranscriptEntry | null;
  /** Adds a line that is no message: a `summary`, a `title`, a `hook_context`. */
  note(type: string, fields: JsonObject): TranscriptEntry;
}

/** Whose transcript it is, and who wants to hear of new lines. */
export interface TranscriptOptions {
  /** The sub-agent that speaks here; none for the session's own. */
  readonly agentId?: string;
  readonly onAppend?: (entry: TranscriptEntry, message: BaseMessage | null) => void;
}

/** Opens a transcript to add to it; a last line that a crash cut off is taken out first. */
export function openTranscript(
  path: string,
  facts: Pick<SessionFacts, "id" | "cwd">,
  options: TranscriptOptions = {},
): Transcript {
  privateFolder(dirname(path));
  // The session may get another id (`/clear`) while something of this one is still at work.
  const sessionId = facts.id;
  let parentUuid = lastUuid(mend(path));
  const add = (type: string, fields: JsonObject, message: BaseMessage | null) => {
    const entry: TranscriptEntry = {
      type,
      ...fields,
      uuid: randomUUID(),
      parentUuid,
      sessionId,
      timestamp: new Date().toISOString(),
      cwd: facts.cwd,
      isSidechain: options.agentId !== undefined,
      ...(options.agentId !== undefined && { agentId: options.agentId }),
    };
    appendFileSync(path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    parentUuid = entry.uuid;
    options.onAppend?.(entry, message);
    return entry;
  };
  return {
    path,
    append(message) {
      const said = entryOf(message);
      return said === null ? null : add(said.type, { message: said.message }, message);
    },
    note: (type, { type: _, ...fields }) => add(type, fields, null),
  };
}

/** Makes the file end with a whole line, and gives its text. */
function mend(path: string): string {
  const bytes = bytesOf(path);
  const end = bytes.lastIndexOf("\n") + 1;
  if (end === bytes.length) return bytes.toString();
  if (isWhole(bytes.toString("utf8", end))) appendFileSync(path, "\n");
  else truncateSync(path, end);
  return bytesOf(path).toString();
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}

function lastUuid(text: string): string | null {
  const line = text.slice(text.lastIndexOf("\n", text.length - 2) + 1);
  const uuid: unknown = isWhole(line) ? JSON.parse(line)?.uuid : null;
  return typeof uuid === "string" ? uuid : null;
}

function bytesOf(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return Buffer.alloc(0);
    throw error;
  }
}
