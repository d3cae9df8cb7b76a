import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { codingToolNames } from "../../src/tools/all.ts";
import { session } from "./session.ts";

/** What real Claude Code told its PostToolUse hooks, in this project's paths. */
function fixture(number: number, project: string): { tool_input: object; tool_response: object } {
  const text = readFileSync(new URL(`fixtures/PostToolUse-${number}.json`, import.meta.url), "utf8");
  return JSON.parse(text.replaceAll("$PROJECT", project));
}

test("write, read, edit and command give hooks what Claude Code's tools give them", async () => {
  const { call, project } = await session();
  for (const [name, number] of [
    ["write_file", 1],
    ["read_file", 2],
    ["edit_file", 3],
    ["command_execute", 4],
  ] as const) {
    const { tool_input: input, tool_response: response } = fixture(number, project);
    expect((await call(name, input)).artifact).toEqual(response);
  }
});

test("the tools have the names that hooks match", () => {
  expect(codingToolNames).toEqual([
    "read_file",
    "write_file",
    "edit_file",
    "ls",
    "glob",
    "grep",
    "command_execute",
    "todo",
  ]);
});

test("an aborted call does nothing", async () => {
  const { error } = await session();
  const signal = AbortSignal.abort();
  expect(await error("write_file", { file_path: "a", content: "" }, { signal })).toBe(
    "write_file was interrupted before it began.",
  );
  expect(await error("read_file", { file_path: "a" })).toContain("File does not exist");
});
