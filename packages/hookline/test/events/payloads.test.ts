import { readdirSync, readFileSync } from "node:fs";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { commonFields } from "../../src/events/common.ts";
import { checkPayload, completePayload } from "../../src/events/complete.ts";
import { payloadSchema } from "../../src/events/json-schema.ts";

const folder = new URL("../fixtures/claude-code/", import.meta.url);
const catalog = createCatalog();
const ajv = new AjvJsonSchemaValidator();
const filling = { sessionId: "unused", cwd: "/unused", newToolUseId: () => "unused" };

const payloads = readdirSync(folder).map((file) => {
  const payload: JsonObject = JSON.parse(readFileSync(new URL(file, folder), "utf8"));
  return [file, payload] as const;
});

describe("the payloads that Claude Code really sends", () => {
  it("are at hand", () => expect(payloads.length).toBeGreaterThan(40));

  // shows: W-011 W-151 S-020
  it.each(payloads)("%s fits its row, its schema, and nothing is filled in", (file, payload) => {
    const spec = catalog.event(String(payload.hook_event_name));
    if (!spec) throw new Error(`no row for ${file}`);
    expect(file.startsWith(`${spec.name}-`)).toBe(true);
    expect(checkPayload(spec, payload)).toBeNull();
    expect(ajv.getValidator({ ...payloadSchema(spec) })(payload)).toMatchObject({ valid: true });
    expect(completePayload(spec, payload, filling)).toEqual(payload);
    const declared = { ...commonFields, ...spec.payload };
    expect(Object.keys(payload).filter((name) => !(name in declared))).toEqual([]);
  });
});
