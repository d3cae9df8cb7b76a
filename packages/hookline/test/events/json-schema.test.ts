import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import * as rows from "../../src/events/all.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import { answerSchema, fieldsSchema, payloadSchema } from "../../src/events/json-schema.ts";

const ajv = new AjvJsonSchemaValidator();
const accepts = (schema: JsonObject, value: unknown) => ajv.getValidator({ ...schema })(value).valid;

describe("fieldsSchema", () => {
  it("says in JSON Schema what each field word says", () => {
    const words = {
      text: "string",
      count: "number?",
      open: "manual|auto|string",
      closed: "change|add|unlink?",
      nullable: "string|null",
      list: "string[]?",
      objects: "object[]",
      anything: "any?",
      mixed: "string|string[]?",
    };
    expect(fieldsSchema(words)).toEqual({
      type: "object",
      properties: {
        text: { type: "string" },
        count: { type: "number" },
        open: { anyOf: [{ enum: ["manual", "auto"] }, { type: "string" }] },
        closed: { enum: ["change", "add", "unlink"] },
        nullable: { anyOf: [{ type: "string" }, { type: "null" }] },
        list: { type: "array", items: { type: "string" } },
        objects: { type: "array", items: { type: "object" } },
        anything: {},
        mixed: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
      },
      required: ["text", "open", "nullable", "objects"],
    });
    expect(fieldsSchema({ hint: "string?" })).toEqual({
      type: "object",
      properties: { hint: { type: "string" } },
    });
  });
});

describe("payloadSchema", () => {
  const payload = {
    session_id: "s",
    cwd: "/",
    hook_event_name: "FileChanged",
    file_path: "/a",
    event: "add",
    later: 1,
  };

  // shows: S-049 W-151
  it("takes a complete payload with fields of a later version, and refuses a wrong one", () => {
    const schema = payloadSchema(rows.fileChanged);
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(accepts(schema, payload)).toBe(true);
    expect(accepts(schema, { ...payload, event: "rename" })).toBe(false);
    expect(accepts(schema, { ...payload, hook_event_name: "Stop" })).toBe(false);
    const { file_path, ...without } = payload;
    expect(accepts(schema, without)).toBe(false);
    expect(accepts(schema, { ...without, file_path: 7 })).toBe(false);
  });

  it("asks for what a row makes required, although it is optional elsewhere", () => {
    expect(payloadSchema(rows.subagentStart).required).toContain("agent_id");
    expect(payloadSchema(rows.stop).required).not.toContain("agent_id");
  });
});

// shows: S-021 S-049
describe("answerSchema", () => {
  const schema = answerSchema(rows.preToolUse);
  const specific = { hookEventName: "PreToolUse", permissionDecision: "deny" };

  it.each([
    [{}, true],
    [{ continue: false, stopReason: "enough", suppressOutput: true, systemMessage: "hm" }, true],
    [{ decision: "block", reason: "no" }, true],
    [{ decision: "deny" }, false],
    [{ terminalSequence: 7 }, false],
    [{ hookSpecificOutput: specific }, true],
    [{ hookSpecificOutput: { ...specific, updatedInput: { command: "ls" } } }, true],
    [{ hookSpecificOutput: { ...specific, updatedInput: "ls" } }, false],
    [{ hookSpecificOutput: { ...specific, permissionDecision: "DENY" } }, false],
    [{ hookSpecificOutput: { ...specific, hookEventName: "Stop" } }, false],
    [{ hookSpecificOutput: { permissionDecision: "deny" } }, false],
    ["deny", false],
  ])("judges %j", (answer, valid) => {
    expect(accepts(schema, answer)).toBe(valid);
  });

  it("lets every event's hook say nothing and be heard by its name", () => {
    for (const spec of builtInEvents) {
      expect(accepts(answerSchema(spec), {}), spec.name).toBe(true);
      const named = { hookSpecificOutput: { hookEventName: spec.name } };
      expect(accepts(answerSchema(spec), named), spec.name).toBe(true);
    }
  });
});
