import type { EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { eventsDocument } from "./document.ts";
import { answerSchema, payloadSchema } from "./json-schema.ts";

/** The files that are made from the rows: each path, from the root of the repository, with its text. */
export function generatedFiles(specs: readonly EventSpec[]): ReadonlyMap<string, string> {
  const files = new Map([["docs/events.md", eventsDocument(specs)]]);
  for (const spec of specs) {
    files.set(`schema/events/${spec.name}.payload.json`, jsonText(payloadSchema(spec)));
    files.set(`schema/events/${spec.name}.answer.json`, jsonText(answerSchema(spec)));
  }
  return files;
}

function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
