import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/contract/json.ts";
import { makeModel } from "../../../src/policy/make-model.ts";
import { eventOf, factsOf } from "../judged.ts";

const own = "/work/app/.hookline/hooks.json";
const modelOf = (tool: string, input: Json) =>
  makeModel(eventOf("PreToolUse", { tool_name: tool, tool_input: input }), factsOf());
const touches = (tool: string, input: Json, access: string, path = own): boolean =>
  modelOf(tool, input).paths.some((one) => one.path === path && one.access === access);

describe("the path of a file tool", () => {
  it.each([
    ["Write", "x://../.hookline/hooks.json", own],
    ["Write", "http://../../.hookline/hooks.json", "/work/.hookline/hooks.json"],
    ["Write", "x://../../../../etc/passwd", "/etc/passwd"],
    ["Write", "foo\n/../.hookline/hooks.json", own],
    ["Write", `FILE://${own}`, own],
    ["Write", `file://localhost${own}`, own],
    ["Write", `file:${own}`, own],
    ["Write", "file:///work/app/%2ehookline/hooks.json", own],
    ["Write", "file:///work/app/%zz/../.hookline/hooks.json", own],
    ["Write", " .hookline/hooks.json", own],
    ["Write", "@.hookline/hooks.json", own],
    ["mcp__fs__write_file", "x://../.hookline/hooks.json", own],
    ["mcp__fs__write_file", "foo\n/../.hookline/hooks.json", own],
  ])("%s %j is seen", (tool, path, expected) => {
    const access = tool === "Write" ? "write" : "other";
    for (const input of [{ path }, { path: [path] }, { files: [{ path }] }])
      expect(touches(tool, input, access, expected), JSON.stringify(input)).toBe(true);
  });

  it.each([
    "file_path",
    "filepath",
    "TargetFile",
    "relative_workspace_path",
    "location",
    "name",
    "Path",
    "odd",
  ])("is seen in the field %s", (field) => {
    expect(touches("Write", { [field]: ".hookline/hooks.json", content: "{}" }, "write")).toBe(true);
  });

  it("is no address, and no text, where other tools have one", () => {
    expect(modelOf("mcp__web__get", { source: "https://example.org/.env" }).paths).toEqual([]);
    expect(modelOf("mcp__x__y", { output: "one\ntwo/three" }).paths).toEqual([]);
    expect(modelOf("Write", { file_path: "a", content: "b/c" }).paths).toHaveLength(1);
  });

  it("is only read by an editor that only shows it", () => {
    expect(touches("str_replace_based_edit_tool", { command: "view", path: own }, "read")).toBe(true);
    expect(touches("str_replace_based_edit_tool", { command: "create", path: own }, "write")).toBe(true);
    const disguised = { command: "view", path: own, old_string: "a", new_string: "b" };
    expect(touches("Edit", disguised, "write")).toBe(true);
  });
});

describe("the files of a patch", () => {
  const patch = (line: string) => `*** Begin Patch\n${line}\n@@\n-a\n+b\n*** End Patch`;
  it.each([
    ["*** Update File: .hookline/hooks.json", "write"],
    ["  *** Update File: .hookline/hooks.json", "write"],
    ["*** Update File:  .hookline/hooks.json", "write"],
    ["*** Update File:.hookline/hooks.json", "write"],
    ["*** Update File: .hookline/hooks.json\r", "write"],
    ["*** Delete File: .hookline/hooks.json", "delete"],
    ["*** Update File: a\n*** Move to: .hookline/hooks.json", "write"],
    ['--- "a/.hookline/hooks.json"\n+++ "b/.hookline/hooks.json"', "write"],
    ['+++ "b/.hook\\154ine/hooks.json"', "write"],
  ])("%j is seen", (line, access) => {
    const text = patch(line);
    const inputs: Json[] = [
      { input: text },
      { args: { input: text } },
      { command: ["apply_patch", text] },
      text,
    ];
    for (const input of inputs)
      expect(touches("apply_patch", input, access), JSON.stringify(input)).toBe(true);
    if (!line.includes("***")) return;
    expect(touches("mcp__code__apply", { text }, access)).toBe(true);
    for (const command of [
      `apply_patch <<'EOF'\n${text}\nEOF`,
      ["apply_patch", text],
      ["bash", "-lc", `apply_patch '${text}'`],
    ])
      expect(touches("Bash", { command }, access), JSON.stringify(command)).toBe(true);
  });

  it("are seen as names of changes", () => {
    expect(touches("apply_patch", { changes: { ".hookline/hooks.json": { update: {} } } }, "write")).toBe(
      true,
    );
    expect(touches("apply_patch", { changes: { ".hookline/hooks.json": { delete: {} } } }, "delete")).toBe(
      true,
    );
    expect(
      touches("apply_patch", { changes: { a: { update: { move_path: ".hookline/hooks.json" } } } }, "write"),
    ).toBe(true);
  });
});

describe("what a search looks into", () => {
  it("is what its filter names", () => {
    expect(touches("Grep", { pattern: "KEY", glob: ".env*" }, "read", "/work/app/.env")).toBe(true);
    expect(touches("Grep", { pattern: "KEY", glob: "**/.env" }, "read", "/work/app/.env")).toBe(true);
    expect(touches("Grep", { pattern: "KEY", include: ".env", path: "." }, "read", "/work/app/.env")).toBe(
      true,
    );
    expect(touches("Grep", { pattern: "KEY", glob: "*.{ts,env}" }, "read", "/work/app/.env")).toBe(true);
    expect(touches("Grep", { pattern: "KEY", glob: "*.ts" }, "read", "/work/app/.env")).toBe(false);
    expect(touches("Grep", { pattern: "KEY", glob: "!.env" }, "read", "/work/app/.env")).toBe(false);
  });
});

describe("the hosts of a tool", () => {
  const address = "169.254.169.254";
  it.each<[string, Json]>([
    ["WebFetch", { url: `http://${address}/latest` }],
    ["WebFetch", { urls: ["https://example.org", `http://${address}/`] }],
    ["WebFetch", { url: `${address}/latest` }],
    ["WebFetch", { url: `${address}:80/latest` }],
    ["mcp__http__get", { request: { url: `http://${address}/` } }],
    ["mcp__http__get", { baseUrl: `http://${address}/` }],
    ["http_request", { url: `http://${address}/` }],
  ])("%s %j are seen", (tool, input) => {
    expect(modelOf(tool, input).hosts.map(({ name }) => name)).toContain(address);
  });

  it("are none where nothing is one", () => {
    expect(modelOf("mcp__x__y", { url: "a note", uri: "memory://x" }).hosts.map(({ name }) => name)).toEqual([
      "x",
    ]);
    expect(modelOf("WebFetch", { url: "", prompt: "http://a.example" }).hosts).toEqual([]);
  });
});
