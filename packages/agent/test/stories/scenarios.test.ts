import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { call, story } from "./story.ts";

const hook = (command: string, more: object = {}) => ({ type: "command", command, ...more });

describe("the integration scenarios of Wingman's test strategy", () => {
  // shows: W-134
  it("1: a hook that runs prettier formats the TypeScript file that the agent wrote", async () => {
    const { play, write, read } = story();
    const format = `prettier --write -- "$(node -p 'JSON.parse(fs.readFileSync(0)).tool_input.file_path')"`;
    write(".wingman/wingman.config.json", {
      hooks: { PostToolUse: [{ matcher: "write_file|edit_file", hooks: [hook(format, { timeout: 30 })] }] },
    });
    const content = "interface  A{a:string}\nexport const a:A={a:'b'}";
    await play([[call("write_file", { file_path: "src/a.ts", content })]]);
    expect(read("src/a.ts")).toBe('interface A {\n  a: string;\n}\nexport const a: A = { a: "b" };\n');
  });

  // shows: W-135
  it("2: a hook blocks rm -rf", async () => {
    const { play, write, standIn, called, read } = story();
    standIn("rm");
    write("keep/me.txt", "here");
    write(".wingman/wingman.config.json", {
      hooks: {
        PreToolUse: [
          {
            matcher: "command_execute",
            hooks: [hook("if grep -q 'rm -rf'; then echo 'rm -rf is not for agents' >&2; exit 2; fi")],
          },
        ],
      },
    });
    const { status, results } = await play([[call("command_execute", { command: "rm -rf keep" })]]);
    expect(results).toEqual(["PreToolUse:command_execute hook error: rm -rf is not for agents"]);
    expect([status, called(), read("keep/me.txt")]).toEqual([0, [], "here"]);
  });

  // shows: W-136
  it("3: a hook on Stop runs the test suite", async () => {
    const { play, write, read } = story();
    write(
      "a.test.mjs",
      "import { test } from 'node:test';\ntest('one', async () => void (await import('./a.mjs')));",
    );
    write(".wingman/wingman.config.json", {
      hooks: { Stop: [{ hooks: [hook("node --test --test-reporter=tap a.test.mjs >tests.log 2>&1")] }] },
    });
    const { status } = await play([[call("write_file", { file_path: "a.mjs", content: "export {};" })]]);
    expect(status).toBe(0);
    expect(read("tests.log")).toMatch(/^ok 1 - /m);
    expect(read("tests.log")).toContain("# fail 0");
  });

  // shows: W-137
  it("4: only the hooks whose matcher fits run", async () => {
    const { play, program, lines, root } = story("fr-2-matchers");
    program("note", `echo "$1" >>"${root}/notes"`);
    const calls = [
      call("write_file", { file_path: "a.txt", content: "one" }),
      call("edit_file", { file_path: "a.txt", old_string: "one", new_string: "two" }),
      call("read_file", { file_path: "a.txt" }),
      call("command_execute", { command: "true" }),
    ];
    await play(calls.map((one) => [one]));
    const always = ["star", "empty"];
    expect(lines(`${root}/notes`)).toEqual([
      ...["exact", "list", ...always, "expression", "absent"],
      ...["list", ...always, "expression", "absent"],
      ...[...always, "expression", "absent"],
      ...[...always, "absent"],
    ]);
  });

  // shows: W-138
  it("5: a slow hook is killed with all that it started, and the agent goes on", async () => {
    const { play, write, read, root } = story();
    const slow = hook("sleep 100 & sleep 100", { timeout: 1 });
    write(".wingman/wingman.config.json", {
      hooks: { PreToolUse: [{ matcher: "command_execute", hooks: [slow] }], Stop: [{ hooks: [slow] }] },
    });
    const began = Date.now();
    const { status, stderr } = await play([[call("command_execute", { command: "echo ran >ran.txt" })]], {
      env: { STORY_COOKIE: root },
    });
    expect(Date.now() - began).toBeLessThan(60_000);
    expect([status, read("ran.txt")]).toEqual([0, "ran\n"]);
    expect(stderr.match(/timeout: .* went on/g)).toHaveLength(2);
    expect(processesWith(root)).toEqual([]);
  });
});

/** The processes that have this in their environment. */
function processesWith(cookie: string): readonly string[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(`STORY_COOKIE=${cookie}`)
      );
    } catch {
      return false;
    }
  });
}
