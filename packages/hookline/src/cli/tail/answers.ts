import type { JsonObject } from "../../contract/json.ts";

const text = { type: "string" };
const maybe = (type: string) => ({ anyOf: [{ type }, { type: "null" }] });
const moment = { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}T.*Z$" };
const texts = { type: "array", items: text };

const run = {
  type: "object",
  required: ["hook", "source", "type", "mode", "exitCode", "durationMs", "verdict", "fault", "background"],
  additionalProperties: false,
  properties: {
    hook: text,
    source: text,
    type: text,
    mode: text,
    exitCode: maybe("number"),
    durationMs: { type: "number" },
    verdict: text,
    fault: maybe("string"),
    background: { type: "boolean" },
  },
};

const about = {
  at: moment,
  eventId: text,
  event: text,
  project: text,
  session: text,
  subject: maybe("string"),
  runs: { type: "array", items: run },
};

/** The JSON Schema of one line of `hookline tail --json`: an event, or the end of a hook that nobody waited for. */
export const tailAnswers: JsonObject = {
  oneOf: [
    {
      type: "object",
      required: ["kind", ...Object.keys(about), "verdict", "halt", "durationMs", "matched", "skipped"],
      additionalProperties: false,
      properties: {
        kind: { const: "event" },
        ...about,
        verdict: text,
        halt: { type: "boolean" },
        durationMs: { type: "number" },
        matched: texts,
        skipped: {
          type: "array",
          items: {
            type: "object",
            required: ["hook", "why"],
            additionalProperties: false,
            properties: { hook: text, why: text },
          },
        },
      },
    },
    {
      type: "object",
      required: ["kind", ...Object.keys(about)],
      additionalProperties: false,
      properties: { kind: { const: "run" }, ...about },
    },
  ],
};
