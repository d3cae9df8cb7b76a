import { join } from "node:path";
import type { Event } from "../contract/event.ts";
import { canonicalJson, isObject, type Json, type JsonObject } from "../contract/json.ts";
import { createRedactor, type Redactor } from "../contract/redact.ts";
import type { TraceLevel, TraceRecord, TraceSink } from "../contract/trace.ts";
import { dayOf } from "../system/day.ts";
import { sha256 } from "../system/digest.ts";
import { appendLine } from "../system/files.ts";

/** Writes one record for every step of an event. */
export interface Tracer {
  readonly on: boolean;
  step(event: Pick<Event, "id">, step: TraceRecord["step"], data: () => JsonObject, level?: TraceLevel): void;
  /** Adds the records that this makes to the file at once: to open it takes longer than to write a line. */
  together(write: () => void): void;
  /** The payload as the trace may hold it: whole, or names, sizes and digests. */
  payload(payload: JsonObject): JsonObject;
  /** What a hook said, which may quote the payload: whole, or size and digest; null if it said nothing. */
  words(text: string): Json;
}

const quiet: Tracer = {
  on: false,
  step: () => {},
  together: (write) => write(),
  payload: () => ({}),
  words: () => null,
};

/** Makes the tracer: off, to one file a day in the state folder, or to the host's function. A trace that fails never holds the engine. */
export function createTracer(
  where: "off" | "digest" | "full" | TraceSink,
  folder: string,
  redactor: () => Redactor = () => createRedactor(),
): Tracer {
  if (where === "off") return quiet;
  const { sink, together } =
    typeof where === "function"
      ? { sink: where, together: (write: () => void) => write() }
      : fileSink(folder);
  return {
    on: true,
    together,
    // Of a secret that can be guessed a digest gives away as much as the text.
    payload(payload) {
      const safe = redactor().json(payload);
      return !isObject(safe) ? {} : where === "full" ? safe : summary(safe);
    },
    words: (text) => (text === "" ? null : where === "full" ? text : digestOf(text)),
    step(event, step, data, level = "debug") {
      try {
        const safe = redactor().json(data());
        const record = { at: Date.now(), level, eventId: event.id, step, data: isObject(safe) ? safe : {} };
        const given: unknown = sink(record);
        if (given instanceof Promise) given.catch(() => {});
      } catch {
        // A full disk or a throwing sink must not change what the hooks decided.
      }
    },
  };
}

/** One file a day; records that come together are in the one of the first of them. */
function fileSink(folder: string): Pick<Tracer, "together"> & { readonly sink: TraceSink } {
  let lines: string[] = [];
  let day = "";
  let gathering = false;
  const add = () => {
    const all = lines.join("\n");
    lines = [];
    if (all !== "") appendLine(join(folder, "trace", `${day}.jsonl`), all);
  };
  return {
    sink(record) {
      if (lines.length === 0) day = dayOf(record.at);
      lines.push(JSON.stringify(record));
      if (!gathering) add();
    },
    together(write) {
      gathering = true;
      try {
        write();
        add();
      } catch {
        // As for each of them.
      } finally {
        gathering = false;
      }
    },
  };
}

function summary(payload: JsonObject): JsonObject {
  const fields: Record<string, JsonObject> = {};
  for (const [name, value] of Object.entries(payload)) fields[name] = digestOf(canonicalJson(value));
  return fields;
}

function digestOf(text: string): JsonObject {
  return { size: text.length, digest: sha256(text).slice(0, 16) };
}
