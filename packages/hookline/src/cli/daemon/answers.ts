import type { JsonObject } from "../../contract/json.ts";

const orNull = (type: string) => ({ type: [type, "null"] });

/** The schema of what `hookline daemon status --json` prints. */
export const statusAnswer: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: [
    "running",
    "pid",
    "build",
    "version",
    "startedAt",
    "idleMs",
    "calls",
    "inFlight",
    "port",
    "clients",
  ],
  properties: {
    running: { type: "boolean" },
    pid: orNull("integer"),
    build: { type: "string", pattern: "^[0-9a-f]{32}$" },
    version: { type: "string" },
    startedAt: orNull("string"),
    idleMs: orNull("number"),
    calls: orNull("integer"),
    inFlight: orNull("integer"),
    port: { ...orNull("integer"), description: "of the loopback; null if it does not listen there" },
    clients: {
      type: "object",
      additionalProperties: false,
      required: ["native", "bash"],
      properties: { native: orNull("string"), bash: { type: "string" } },
    },
  },
};
