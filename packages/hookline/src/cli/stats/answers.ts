import type { JsonObject } from "../../contract/json.ts";
import { faultKinds, verdicts } from "../../index.ts";

const text = { type: "string" };
const number = { type: "number", minimum: 0 };
const moment = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T.*Z$" };
const counts = (names: readonly string[]) => ({
  type: "object",
  additionalProperties: false,
  properties: Object.fromEntries(names.map((name) => [name, { type: "integer", minimum: 1 }])),
});
const closed = (properties: JsonObject) => ({
  type: "object",
  required: Object.keys(properties),
  additionalProperties: false,
  properties,
});

/** The JSON Schema of what `hookline stats --json` prints. */
export const statsAnswers: JsonObject = closed({
  project: text,
  since: moment,
  events: number,
  toolCalls: number,
  hooks: {
    type: "array",
    items: closed({
      id: text,
      event: text,
      source: text,
      type: text,
      configured: { type: "boolean" },
      runs: number,
      verdicts: counts(verdicts),
      faults: counts(faultKinds),
      p50Ms: number,
      p95Ms: number,
      totalMs: number,
      msPerToolCall: { anyOf: [number, { type: "null" }] },
      share: { type: "number", minimum: 0, maximum: 1 },
      lastRunAt: { anyOf: [moment, { type: "null" }] },
      lastError: {
        oneOf: [{ type: "null" }, closed({ at: moment, fault: { enum: faultKinds }, detail: text })],
      },
      start: { oneOf: [{ type: "null" }, closed({ program: text, ms: number, share: number })] },
      advice: { type: "array", items: text },
    }),
  },
});
