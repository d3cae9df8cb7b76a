import { expect, it } from "vitest";
import { call, story } from "./story.ts";

// shows: W-019 W-020 W-021 W-022 W-134
it("US-1.1: what the agent writes and edits is formatted by prettier, and what cannot be formatted stops nobody", async () => {
  const { play, write, read } = story("us-1.1-format");
  write("old.ts", "export const old=1");
  write("old.json", '{"a":1,"b":[1,2]}');
  const broken = "export const = (";
  const { status, stdout, stderr } = await play([
    [
      call("write_file", { file_path: "src/new.ts", content: "export const  a:number=1" }),
      call("write_file", { file_path: "src/new.js", content: "export const  b='1'" }),
      call("write_file", { file_path: "new.json", content: '{"a":1 , "b":2}' }),
      call("write_file", { file_path: "broken.ts", content: broken }),
      call("write_file", { file_path: "notes.txt", content: "a   b" }),
    ],
    [
      call("edit_file", { file_path: "old.ts", old_string: "old=1", new_string: "old=2" }),
      call("edit_file", { file_path: "old.json", old_string: '"a":1', new_string: '"a":3' }),
    ],
    [call("command_execute", { command: "touch went-on" })],
  ]);
  expect(read("src/new.ts")).toBe("export const a: number = 1;\n");
  expect(read("src/new.js")).toBe('export const b = "1";\n');
  expect(read("new.json")).toBe('{ "a": 1, "b": 2 }\n');
  expect(read("old.ts")).toBe("export const old = 2;\n");
  expect(read("old.json")).toBe('{ "a": 3, "b": [1, 2] }\n');
  expect([read("broken.ts"), read("notes.txt")]).toEqual([broken, "a   b"]);
  // The formatter's error is told, and that is all.
  expect(stderr).toMatch(/format\.mjs: crash: .*SyntaxError.* went on/);
  expect([status, stdout]).toEqual([0, "done\n"]);
});

// shows: W-023 W-024 W-025
it("US-1.2: each linter looks at its files; what it finds is told to the person and stops nothing", async () => {
  const { play, program, read, lines, project } = story("us-1.2-lint");
  // The document's linters are not installed: biome is there for one, the others are stand-ins.
  program("eslint", `echo "eslint $1" >>"${project}/linted"; exec biome lint --colors=off "$1"`);
  program("tslint", `echo "tslint $1" >>"${project}/linted"`);
  program("pylint", `echo "pylint $1" >>"${project}/linted"; echo "$1:1: unused-import" >&2; exit 4`);
  const { status, stdout, stderr, results } = await play([
    [
      call("write_file", { file_path: "a.ts", content: "export function a() {\n  debugger;\n}\n" }),
      call("write_file", { file_path: "b.py", content: "import os\n" }),
      call("write_file", { file_path: "c.md", content: "# c\n" }),
    ],
    [call("command_execute", { command: "touch went-on" })],
  ]);
  expect([...lines("linted")].sort()).toEqual(["eslint a.ts", "pylint b.py", "tslint a.ts"]);
  expect(stderr).toContain("noDebugger");
  expect(stderr).toContain("b.py:1: unused-import");
  expect([status, stdout, read("went-on")]).toEqual([0, "done\n", ""]);
  // Wingman's hooks speak to the person alone.
  expect(results.join()).not.toMatch(/noDebugger|unused-import/);
});

it("US-1.2 with the native file: what the linter finds reaches the model beside the tool's result", async () => {
  const { play, write } = story();
  write("lint.mjs", linter);
  write(".hookline/hooks.json", {
    hooks: {
      PostToolUse: [
        { matcher: "write_file", hooks: [{ type: "command", command: "node lint.mjs exit-2" }] },
        { matcher: "edit_file", hooks: [{ type: "command", command: "node lint.mjs context" }] },
      ],
    },
  });
  const { status, results } = await play([
    [call("write_file", { file_path: "a.ts", content: "export function a() {\n  debugger;\n}\n" })],
    [call("edit_file", { file_path: "a.ts", old_string: "a()", new_string: "b()" })],
    [call("edit_file", { file_path: "a.ts", old_string: "  debugger;\n", new_string: "" })],
  ]);
  const [written, renamed, mended] = results;
  expect(written).toMatch(
    /^The file was created: .*PostToolUse:write_file hook blocking error: .*noDebugger/s,
  );
  expect(renamed).toMatch(
    /^One place was changed: .*PostToolUse:edit_file hook additional context: .*noDebugger/s,
  );
  expect(mended).toMatch(/^One place was changed: \S+$/);
  expect(status).toBe(0);
});

const linter = `
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
const { status, stdout } = spawnSync("biome", ["lint", "--reporter=github", tool_input.file_path], { encoding: "utf8" });
if (status === 0) process.exit(0);
if (process.argv[2] === "exit-2") {
  console.error(stdout);
  process.exit(2);
}
const hookSpecificOutput = { hookEventName: "PostToolUse", additionalContext: stdout };
console.log(JSON.stringify({ hookSpecificOutput }));
`;
