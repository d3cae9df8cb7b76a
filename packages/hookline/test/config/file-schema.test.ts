import { describe, expect, test } from "vitest";
import { fileFields, groupFields, hookFields } from "../../src/config/entries/entry-fields.ts";
import { hookFileSchema } from "../../src/config/entries/file-schema.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { runners } from "./hook-folders.ts";

const catalog = createCatalog();
const schema = hookFileSchema(catalog, runners);

describe("the schema of the hook file", () => {
  test("knows every key of the file and every event", () => {
    expect(schema).toMatchObject({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      additionalProperties: false,
      properties: { disableAllHooks: { type: "boolean" }, allowedHttpHookUrls: { type: "array" } },
    });
    const { properties } = schema as { properties: { hooks: { properties: object } } };
    expect(Object.keys(properties)).toEqual(Object.keys(fileFields));
    expect(Object.keys(properties.hooks.properties)).toEqual(catalog.eventNames);
  });

  test("has one shape for each hook type, with the fields of every hook and its own", () => {
    const { $defs } = schema as {
      $defs: Record<string, { properties: Record<string, unknown>; required?: string[] }>;
    };
    expect(Object.keys($defs)).toEqual([
      "group",
      "hook",
      ...[...runners.keys()].filter((type) => type !== "function"),
    ]);
    expect(Object.keys($defs.group?.properties ?? {})).toEqual(Object.keys(groupFields));
    expect(Object.keys($defs.command?.properties ?? {})).toEqual([
      ...Object.keys(hookFields),
      "command",
      "args",
      "shell",
      "sandbox",
    ]);
    expect($defs.command).toMatchObject({
      required: ["type", "command"],
      properties: { type: { const: "command" } },
    });
    expect($defs.http?.properties).not.toHaveProperty("async");
    expect($defs.hook).toMatchObject({ oneOf: expect.arrayContaining([{ $ref: "#/$defs/mcp_tool" }]) });
  });

  test("holds nothing that JSON cannot", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
