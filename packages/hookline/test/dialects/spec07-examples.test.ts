import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  createRunner,
  goesOn,
  permissionChecker,
  type RunnerConfig,
} from "../../src/adapters/spec07/index.ts";
import { scratch } from "../engine/scratch.ts";
import { page } from "../house/pages.ts";

const folder = resolve(import.meta.dirname, "../fixtures/seeds/spec07");

/** The runner of the example configuration, in a project with its scripts. */
async function exampleRunner() {
  const { project, env, write } = scratch();
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".sh"))) {
    chmodSync(write(`hooks/${name}`, readFileSync(join(folder, name), "utf8")), 0o755);
  }
  const config: RunnerConfig = JSON.parse(readFileSync(join(folder, "runner-config.json"), "utf8"));
  const runner = await createRunner({ ...config, cwd: project, env });
  onTestFinished(() => runner.close());
  const seen = (event: string) => JSON.parse(readFileSync(join(project, `seen-${event}.json`), "utf8"));
  return { project, write, seen, runner, engine: runner.engine };
}

describe("the example configuration", () => {
  // shows: S-012 S-013 S-029 S-042 S-043 S-051 S-052 S-071 S-080
  it("guards commands, and lets the others pass", async () => {
    const { engine, seen } = await exampleRunner();
    const run = (command: string) => engine.wrapTool({ name: "Bash", input: { command } }, () => "ran");
    expect(await run("rm -rf /")).toMatchObject({
      ran: false,
      decision: { reason: "rm -rf is not allowed" },
    });
    expect(await run("ls")).toMatchObject({ ran: true, output: "ran" });
    expect(seen("PreToolUse")).toMatchObject({ session_id: "session-07", tool_input: { command: "ls" } });
  });

  // shows: S-053 S-054 S-056 S-057
  it("changes what goes into an MCP tool and what comes out of it", async () => {
    const { engine, project, seen } = await exampleRunner();
    const call = { name: "mcp__db__query", input: { query: "all" } };
    const result = await engine.wrapTool(call, ({ query }) => `rows of ${query}`);
    expect(result).toMatchObject({
      output: "[redacted]",
      decision: { updatedInput: { query: "safe" }, context: ["the query was made safe"] },
      after: { effects: { suppressOutput: true }, messages: [{ text: "done" }] },
    });
    expect(seen("PostToolUse")).toMatchObject({
      tool_response: "rows of safe",
      tool_input: { query: "safe" },
    });
    expect(readFileSync(join(project, "notes"), "utf8")).toBe("mcp\n");
  });

  // shows: S-005 S-055
  it("grants what a person would be asked, and hears of failures", async () => {
    const { engine, seen } = await exampleRunner();
    const permission = permissionChecker(engine, () => ({ behavior: "deny" }));
    const fail = () => {
      throw new Error("disk full");
    };
    const { ran } = await engine.wrapTool({ name: "Write", input: {} }, fail, { permission });
    expect(ran).toBe(true);
    expect(seen("PostToolUseFailure")).toMatchObject({ error: "disk full", is_interrupt: false });
    expect((await engine.wrapTool({ name: "Read", input: {} }, fail, { permission })).ran).toBe(false);
  });

  // shows: S-037 S-040 S-058 S-062
  it("speaks at the beginning, keeps the agent working, and reports later", async () => {
    const { engine, write, project } = await exampleRunner();
    expect((await engine.fire("SessionStart", { source: "startup" })).context).toEqual(["the build is red"]);
    const first = await engine.fire("Stop", { stop_hook_active: false });
    expect([goesOn(first), first.reason]).toEqual([true, "make the tests green"]);
    write("green", "");
    expect(goesOn(await engine.fire("Stop", { stop_hook_active: true }))).toBe(false);
    write("finish", "");
    await engine.drain();
    const { context } = await engine.fire("UserPromptSubmit", { prompt: "next" });
    expect(context).toEqual(["the report is ready", "the report is ready"]);
    expect(readFileSync(join(project, "reports"), "utf8")).toBe("ran\nran\n");
    expect((await engine.fire("SessionEnd", { reason: "other" })).runs).toMatchObject([{ stdout: "end\n" }]);
  });

  it.each([
    ["a substitution", "$(touch pwned)"],
    ["back-ticks", "`touch pwned`"],
    ["quotes", `'"; touch pwned; '"'`],
    ["a new line", "a\ntouch pwned\n"],
    ["a semicolon", "; touch pwned"],
    ["a NUL", "a\0b"],
    ["half a character", "\ud800"],
    ["a megabyte", "é".repeat(500_000)],
  ])("hands over %s byte for byte", async (_name, value) => {
    const { engine, project, seen } = await exampleRunner();
    const { runs } = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: value } });
    expect(runs.map(({ fault }) => fault)).toEqual([null, null]);
    expect(seen("PreToolUse").tool_input.command).toBe(value);
    expect(existsSync(join(project, "pwned"))).toBe(false);
  });
});

describe("docs/dialects/spec07.md", () => {
  const text = page("docs/dialects/spec07.md");
  const examples = [...text.matchAll(/^```js\n(.*?)^```\n+```text\n(.*?)^```/gms)];
  const home = resolve(import.meta.dirname, "../..");
  const built = (file: string) => JSON.stringify(pathToFileURL(join(home, "dist", file)).href);

  it("has two programs", () => expect(examples).toHaveLength(2));

  it.each(examples.map(([, program = "", printed = ""], index) => [index + 1, program, printed] as const))(
    "its program %i prints what the page says",
    (_number, program, printed) => {
      const { project, env, write } = scratch();
      const runnable = program
        .replace('"hookline/spec07"', built("adapters/spec07/index.js"))
        .replace('"hookline"', built("index.js"));
      write("example.mjs", runnable);
      const { stdout, stderr } = spawnSync(process.execPath, ["example.mjs"], {
        cwd: project,
        env,
        encoding: "utf8",
      });
      expect([stdout, stderr]).toEqual([printed, ""]);
    },
  );
});
