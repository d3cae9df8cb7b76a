import { describe, expect, test } from "vitest";
import { fileFields, groupFields, hookFields } from "../../src/config/entries/entry-fields.ts";
import { hookFileSchema } from "../../src/config/entries/file-schema.ts";
import { isObject } from "../../src/contract/json.ts";
import { createCatalog } from "../../src/events/catalog.ts";
import { allRunners } from "../../src/runners/all.ts";
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
      "worker",
      "prestart",
    ]);
    expect($defs.command).toMatchObject({
      required: ["type", "command"],
      properties: { type: { const: "command" } },
    });
    expect($defs.http?.properties).not.toHaveProperty("async");
    expect($defs.hook).toMatchObject({ oneOf: expect.arrayContaining([{ $ref: "#/$defs/mcp_tool" }]) });
  });

  test("explains every field to whoever edits a file, also those of each event and type", () => {
    const silent: string[] = [];
    const look = (node: unknown, path: readonly string[]) => {
      if (Array.isArray(node))
        return node.forEach((item, index) => void look(item, [...path, String(index)]));
      if (!isObject(node)) return;
      for (const [name, field] of Object.entries(isObject(node.properties) ? node.properties : {})) {
        const text = isObject(field) ? field.description : undefined;
        if (typeof text !== "string" || !/^.{10,}\.$/.test(text)) silent.push([...path, name].join("."));
      }
      for (const [name, item] of Object.entries(node)) look(item, [...path, name]);
    };
    look(hookFileSchema(catalog, new Map(allRunners.map((runner) => [runner.type, runner]))), []);
    expect(silent).toEqual([]);
  });

  test("holds nothing that JSON cannot", () => {
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
  });
});
