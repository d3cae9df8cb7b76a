import type { JsonObject } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";
import type { Catalog } from "../events/catalog.ts";
import { eventsDocument } from "../events/document.ts";
import { answerSchema, payloadSchema } from "../events/json-schema.ts";
import { hookFileSchema } from "./entries/file-schema.ts";

/** The files that are made from the registers: each path, from the root of the repository, with its text. */
export function generatedFiles(catalog: Catalog, runners: readonly Runner[]): ReadonlyMap<string, string> {
  const specs = catalog.eventNames.flatMap((name) => catalog.event(name) ?? []);
  const types = new Map(runners.map((runner) => [runner.type, runner]));
  const files = new Map([
    ["docs/events.md", eventsDocument(specs)],
    ["schema/hooks.schema.json", jsonText(hookFileSchema(catalog, types))],
  ]);
  for (const spec of specs) {
    files.set(`schema/events/${spec.name}.payload.json`, jsonText(payloadSchema(spec)));
    files.set(`schema/events/${spec.name}.answer.json`, jsonText(answerSchema(spec)));
  }
  return files;
}

function jsonText(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
