import { isObject, type JsonObject, jsonOf } from "../../../contract/json.ts";

/** What a line of a worker's output is: an answer to one event, a broken one, a greeting, or anything else that it printed. */
export type WorkerLine =
  | { readonly kind: "answer"; readonly id: number | null; readonly answer: JsonObject }
  | { readonly kind: "broken"; readonly id: number | null; readonly detail: string }
  | { readonly kind: "greeting" }
  | { readonly kind: "noise" };

/** Reads one line; an answer without an id may be that of the only event that waits. */
export function readWorkerLine(text: string): WorkerLine {
  const line = text.trim();
  if (!line.startsWith("{")) return { kind: "noise" };
  const value = jsonOf(line);
  if (!isObject(value)) {
    return {
      kind: "broken",
      id: idAtStart(line),
      detail: "the line begins with { and is not one JSON object",
    };
  }
  const { id, hookline_worker: greeting, ...answer } = value;
  if (id === undefined && greeting === 1) return { kind: "greeting" };
  if (id === undefined) return { kind: "answer", id: null, answer };
  if (typeof id === "number" && Number.isSafeInteger(id)) return { kind: "answer", id, answer };
  return { kind: "broken", id: null, detail: `"id" must be the number of an event, not ${shown(id)}` };
}

/** The id that a line begins with, for lines that cannot be read as a whole. */
export function idAtStart(start: string): number | null {
  const [, digits] = /^\s*\{\s*"id"\s*:\s*(\d{1,15})\b/.exec(start) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** The line that an event is sent as: its id, the variables that are not those of the process, and the event itself. */
export function workerLine(id: number, changes: JsonObject, event: string): string {
  const own = event.endsWith("\n") ? event.slice(0, -1) : event;
  return `{"id":${id},"env":${JSON.stringify(changes)},"event":${own}}\n`;
}

/** The variables of an event that differ from those that the process was started with; null for those that the event does not have. */
export function changedVariables(
  env: { readonly [name: string]: string },
  start: { readonly [name: string]: string },
): JsonObject {
  const changes: { [name: string]: string | null } = {};
  for (const name of Object.keys(env)) if (env[name] !== start[name]) changes[name] = env[name] ?? null;
  for (const name of Object.keys(start)) if (env[name] === undefined) changes[name] = null;
  return changes;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 40);
}
