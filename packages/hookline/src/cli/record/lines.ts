import { isObject, type JsonObject } from "../../contract/json.ts";
import type { EventRecord, Verdict } from "../../index.ts";
import { localMoment } from "../audit/moments.ts";
import type { Paint } from "../render.ts";
import { shownText } from "../shown.ts";
import { visibleLine } from "../visible.ts";

/** The fields of a tool's input, and of a payload, that say most. */
const telling = ["command", "file_path", "path", "url", "pattern", "query", "prompt", "message", "source"];
const longest = 100;

/** What an event was about, short: the command, the path, the prompt. */
export function aboutEvent({ payload }: Pick<EventRecord, "payload">): string {
  const { tool_input: input } = payload;
  const text = isObject(input) ? (said(input) ?? JSON.stringify(input)) : (said(payload) ?? "");
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function said(fields: JsonObject): string | null {
  for (const name of telling) {
    const value = fields[name];
    if (typeof value === "string") return value;
  }
  return null;
}

/** The name of an event, and that of its tool if it has one. */
export function eventName({ event, payload }: Pick<EventRecord, "event" | "payload">): string {
  return typeof payload.tool_name === "string" ? `${event} ${payload.tool_name}` : event;
}

/** A record on a line: when, what happened, and what was decided. */
export function recordLine(record: EventRecord, paint: Paint): string {
  const about = shown(aboutEvent(record));
  const { verdict, halt } = record.decision;
  const end = halt ? `${verdict}, end of the turn` : verdict;
  const when = paint.dim(localMoment(record.at));
  return `${when}  ${shown(eventName(record))}  ${verdictTint(verdict, paint)(end)}  ${about}  ${paint.dim(shown(record.eventId))}`;
}

/** The colour of a verdict. */
export function verdictTint(verdict: Verdict, paint: Paint): (text: string) => string {
  if (verdict === "deny") return paint.red;
  return verdict === "ask" || verdict === "defer" ? paint.yellow : paint.green;
}

/** What was recorded, as a person may see it. */
export function shown(text: string): string {
  return visibleLine(shownText(text));
}
