import { readFileSync } from "node:fs";
import type { Json, JsonObject } from "hookline";
import { contentText, usedTokens } from "./entry-text.ts";

/** What a transcript tells about its session. */
export interface TranscriptFacts {
  /** The last title that it was given. */
  readonly title: string | null;
  /** The first thing that the person asked. */
  readonly prompt: string | null;
  readonly started: Date | null;
  readonly lastUsed: Date | null;
  readonly messages: number;
  /** When the model last answered. */
  readonly lastResponse: Date | null;
  /** About how much the model will have to read when the session goes on. */
  readonly contextTokens: number;
}

/** The lines of a transcript; none if there is no file. A line that is not JSON is left out: it is a record, not the state. */
export function readTranscript(path: string): JsonObject[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").flatMap((line) => {
    try {
      const entry: Json = JSON.parse(line);
      return isObject(entry) ? [entry] : [];
    } catch {
      return [];
    }
  });
}

/** Reads what a list of sessions shows of one, and what a session that is resumed says of itself. */
export function transcriptFacts(path: string): TranscriptFacts {
  const entries = readTranscript(path);
  const messages = entries.filter(({ message }) => isObject(message));
  const responses = messages.filter(({ type }) => type === "assistant");
  const title = entries.findLast((entry) => entry.type === "title" && typeof entry.title === "string")?.title;
  return {
    title: typeof title === "string" ? title : null,
    prompt: messages.map(promptOf).find((prompt) => prompt !== null) ?? null,
    started: timeOf(entries[0]),
    lastUsed: timeOf(entries.at(-1)),
    messages: messages.length,
    lastResponse: timeOf(responses.at(-1)),
    contextTokens: contextTokens(entries),
  };
}

/** The fields of SessionStart that only a session with an answer in it has. */
export function resumeFields(path: string, now: Date = new Date()): JsonObject {
  const { lastResponse, contextTokens } = transcriptFacts(path);
  if (lastResponse === null) return {};
  return {
    seconds_since_last_response: Math.max(0, Math.floor((now.getTime() - lastResponse.getTime()) / 1000)),
    context_tokens: contextTokens,
  };
}

/** The provider's count at the last response and a quarter of the letters since; a summary starts the count anew. */
function contextTokens(entries: readonly JsonObject[]): number {
  let tokens = 0;
  let letters = 0;
  for (const entry of entries) {
    if (entry.type === "summary") [tokens, letters] = [0, String(entry.summary ?? "").length];
    const { message } = entry;
    if (!isObject(message)) continue;
    const counted = usedTokens(message.usage);
    if (counted === null) letters += contentText(message.content).length;
    else [tokens, letters] = [counted, 0];
  }
  return tokens + Math.ceil(letters / 4);
}

function promptOf({ type, message }: JsonObject): string | null {
  if (type !== "user" || !isObject(message)) return null;
  const { content } = message;
  const isResult =
    Array.isArray(content) && content.some((block: Json) => isObject(block) && block.type === "tool_result");
  const text = isResult ? "" : contentText(content).trim();
  return text === "" ? null : text;
}

function timeOf(entry: JsonObject | undefined): Date | null {
  const time = new Date(String(entry?.timestamp ?? ""));
  return Number.isNaN(time.getTime()) ? null : time;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
