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
import { codeOnly } from "./judge-fields.ts";

/** The JSON Schema of a native hook file, from the same field words that files are judged by. */
export function hookFileSchema(catalog: Catalog, runners: ReadonlyMap<string, Runner>): JsonObject {
  const inFiles = [...runners.values()].filter(({ type }) => type !== codeOnly);
  const events = catalog.eventNames.map((name) => [
    name,
    {
      description: catalog.event(name)?.summary ?? "",
      type: "array",
      items: { $ref: "#/$defs/group" },
    },
  ]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Hookline hook file",
    ...closed(fileFields, {
      hooks: { type: "object", additionalProperties: false, properties: Object.fromEntries(events) },
      defaults: closed(defaultsFields, { timeout }),
      audit: { anyOf: [{ type: "boolean" }, closed(auditFields, auditLimits)] },
    }),
    $defs: {
      group: closed(groupFields, { hooks: { type: "array", items: { $ref: "#/$defs/hook" } } }),
      hook: {
        type: "object",
        required: ["type"],
        properties: { type: { enum: inFiles.map(({ type }) => type) } },
        oneOf: inFiles.map(({ type }) => ({ $ref: `#/$defs/${type}` })),
      },
      ...Object.fromEntries(inFiles.map((runner) => [runner.type, hookSchema(runner)])),
    },
  };
}

const timeout: JsonObject = { type: "number", exclusiveMinimum: 0, maximum: 86_400 };

const auditLimits: JsonObject = {
  chain: { type: "string", pattern: chainName.source },
  rotateBytes: { type: "integer", minimum: leastBytes },
  checkpointEvery: { type: "integer", minimum: 1 },
  destinations: {
    type: "array",
    items: { type: "object", required: ["type"], properties: { type: { type: "string" } } },
  },
};

function hookSchema({ type, summary, fields, schema, async: mayBackground }: Runner): JsonObject {
  const common = Object.entries(hookFields).filter(([name]) => mayBackground || !backgroundFields.has(name));
  const env = { type: "object", additionalProperties: { type: "string" } };
  return {
    description: summary,
    ...closed(
      { ...Object.fromEntries(common), ...fields },
      { type: { const: type }, timeout, env, ...schema },
    ),
  };
}

/** An object that has these fields and no others. */
function closed(fields: Fields, precise: JsonObject): JsonObject {
  const { properties, ...rest } = fieldsSchema(fields);
  const all = isObject(properties) ? { ...properties, ...precise } : precise;
  return { ...rest, additionalProperties: false, properties: all };
}
