import { join } from "node:path";
import { isObject, type JsonObject, jsonOf } from "../../contract/json.ts";
import type { Engine } from "../../index.ts";
import { namesIn } from "../../system/folders.ts";
import { readLines } from "../../system/lines.ts";
import { type TracedEvent, tracedEvents } from "../trace/events.ts";
import { traceFiles, traceLines, traceRecord } from "../trace/records.ts";

/** An event that was fired, and its payload if it was written anywhere. */
export interface LastEvent {
  readonly traced: TracedEvent;
  readonly payload: JsonObject | null;
}

/** The last event of a project, of one name if it is given, that the trace tells of; null if there is none. */
export function lastEvent(
  { stateFolder, projectDir }: Pick<Engine, "stateFolder" | "projectDir">,
  event?: string,
): LastEvent | null {
  for (const file of traceFiles(stateFolder).toReversed()) {
    let last: TracedEvent | null = null;
    for (const one of tracedEvents(recordsOf(file)))
      if (one.project === projectDir && (event === undefined || one.event === event)) last = one;
    if (last) return { traced: last, payload: payloadOf(stateFolder, last) };
  }
  return null;
}

function* recordsOf(file: string) {
  for (const { bytes, tooLong } of traceLines(file)) {
    const record = tooLong ? null : traceRecord(bytes.toString());
    if (record) yield record;
  }
}

/** The payload of an event: from a full trace, or from what was recorded of its session. */
function payloadOf(stateFolder: string, { payload, eventId }: TracedEvent): JsonObject | null {
  // In a trace without values each field is its size and its digest.
  if (typeof payload.hook_event_name === "string") return payload;
  const folder = join(stateFolder, "records");
  const files = namesIn(folder).filter((name) => /\.jsonl(?:\.old)?$/.test(name));
  const wanted = Buffer.from(JSON.stringify(eventId));
  for (const name of files.sort().toReversed()) {
    for (const { bytes, tooLong } of readLines(join(folder, name))) {
      if (tooLong || !bytes.includes(wanted)) continue;
      const value = jsonOf(bytes.toString());
      if (isObject(value) && value.eventId === eventId && isObject(value.payload)) return value.payload;
    }
  }
  return null;
}
