import type { JsonObject } from "../../contract/json.ts";

const text = { type: "string" };

/** The JSON Schema of what `hookline doctor --json` prints. */
export const doctorAnswers: JsonObject = {
  type: "object",
  required: ["checks", "hooks", "proven", "findings"],
  additionalProperties: false,
  properties: {
    checks: { type: "array", items: text, description: "What was looked at." },
    hooks: { type: "integer", minimum: 0, description: "How many hooks are configured here." },
    proven: { type: "integer", minimum: 0, description: "How often a guard has denied its canary." },
    findings: {
      type: "array",
      description: "The worst first.",
      items: {
        type: "object",
        required: ["check", "severity", "where", "what", "mend"],
        additionalProperties: false,
        properties: {
          check: text,
          severity: { enum: ["error", "warning", "info"] },
          where: text,
          what: text,
          mend: text,
          proven: { const: true },
        },
      },
    },
  },
};
