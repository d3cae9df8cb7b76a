import type { EventSpec } from "../../contract/event.ts";
import type { Fields } from "../../contract/fields.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import type { Runner } from "../../contract/runner.ts";
import type { Catalog } from "../../events/catalog.ts";
import { fieldsSchema } from "../../events/json-schema.ts";
import { chainName, leastBytes } from "./audit-wish.ts";
import {
  auditFields,
  backgroundFields,
  defaultsFields,
  fileFields,
  groupFields,
  hookFields,
} from "./entry-fields.ts";
import { auditTexts, defaultsTexts, examples, fileTexts, groupTexts, hookTexts } from "./field-texts.ts";
import { codeOnly } from "./judge-fields.ts";

/** The JSON Schema of a native hook file, from the same field words that files are judged by. */
export function hookFileSchema(catalog: Catalog, runners: ReadonlyMap<string, Runner>): JsonObject {
  const inFiles = [...runners.values()].filter(({ type }) => type !== codeOnly);
  const events = catalog.eventNames.map((name) => [
    name,
    {
      description: eventText(catalog.event(name)),
      type: "array",
      items: { $ref: "#/$defs/group" },
    },
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Hookline hook file",
    ...closed(fileFields, fileTexts, {
      hooks: { type: "object", additionalProperties: false, properties: Object.fromEntries(events) },
      defaults: closed(defaultsFields, defaultsTexts, { timeout }),
      audit: { anyOf: [{ type: "boolean" }, closed(auditFields, auditTexts, auditLimits)] },
    }),
    $defs: {
      group: closed(groupFields, groupTexts, { hooks: { type: "array", items: { $ref: "#/$defs/hook" } } }),
      hook: {
        type: "object",
        required: ["type"],
        properties: {
          type: { description: hookTexts.type ?? "", enum: inFiles.map(({ type }) => type) },
        },
        oneOf: inFiles.map(({ type }) => ({ $ref: `#/$defs/${type}` })),
      },
      ...Object.fromEntries(inFiles.map((runner) => [runner.type, hookSchema(runner)])),
    },
  };
}

/** When an event fires, and what its matchers are tested on. */
function eventText(spec: EventSpec | undefined): string {
  if (!spec) return "";
  const about =
    spec.subject === null ? "It has nothing to match." : `Matchers are tested on ${spec.subject}.`;
  return `${spec.summary} ${about}`;
}

const timeout: JsonObject = { type: "number", exclusiveMinimum: 0, maximum: 86_400 };

const auditLimits: JsonObject = {
  chain: { type: "string", pattern: chainName.source },
  rotateBytes: { type: "integer", minimum: leastBytes },
  checkpointEvery: { type: "integer", minimum: 1 },
  destinations: {
    type: "array",
    items: {
      type: "object",
      required: ["type"],
      properties: { type: { type: "string", description: "What kind of destination it is." } },
    },
  },
};

function hookSchema({ type, summary, fields, describes, schema, async: mayBackground }: Runner): JsonObject {
  const common = Object.entries(hookFields).filter(([name]) => mayBackground || !backgroundFields.has(name));
  const env = { type: "object", additionalProperties: { type: "string" } };
  return {
    description: summary,
    ...closed(
      { ...Object.fromEntries(common), ...fields },
      { ...hookTexts, type: `This hook is ${summary}.`, ...describes },
      { type: { const: type }, timeout, env, ...schema },
    ),
  };
}

/** An object that has these fields and no others, each with a sentence for whoever edits a file. */
function closed(
  fields: Fields,
  texts: { readonly [field: string]: string },
  precise: JsonObject,
): JsonObject {
  const { properties, ...rest } = fieldsSchema(fields);
  const all = isObject(properties) ? { ...properties, ...precise } : precise;
  const told = Object.entries(all).map(([name, schema]) => {
    const description = texts[name];
    const offered = examples[name];
    const about = {
      ...(description !== undefined && { description }),
      ...(isObject(schema) ? schema : {}),
      ...(offered && { examples: offered }),
    };
    return [name, about];
  });
  return { ...rest, additionalProperties: false, properties: Object.fromEntries(told) };
}
