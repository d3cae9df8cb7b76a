import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Engine } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { backslashes, hostile as common } from "./hostile.ts";
import { standIns } from "./stand-ins.ts";

const fixtures = resolve(import.meta.dirname, "../fixtures/seeds/cli-agent");
const fixture = (name: string) => readFileSync(join(fixtures, name), "utf8");

interface Stage extends Scratch {
  readonly running: Engine;
  /** The arguments of each call of a stand-in. */
  calls(name: string): readonly (readonly string[])[];
  /** What the hooks have written into a file of the home folder. */
  written(name: string): string;
}

/** A project with an example of the document as its settings, and stand-ins for the programs that it calls. */
async function stage(example: string, programs: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const place = scratch();
  const { calls } = standIns(place, programs);
  // The one program that an example names by an absolute path is a stand-in as well.
  const settings = fixture(example).replaceAll("/usr/local/bin/", `${place.home}/bin/`);
  place.write(".config/agent/settings.json", settings);
  const running = await place.engine({ dialects: ["cli-agent"] });
  expect(running.diagnostics).toEqual([]);
  return {
    ...place,
    running,
    calls: (name) => calls(name).map(({ argv }) => argv),
    written: (name) => readFileSync(join(place.home, name), "utf8"),
  };
}

/** Nothing may be lost either where there is nothing. */
const hostile = [...common, ""];
const megabyte = "x$(touch pwned)'\"`".repeat(60_000).slice(0, 1_000_000);

/** Nothing of a value has been run: no file of that name is anywhere. */
function expectNoCanary({ home }: Scratch): void {
  const files = readdirSync(dirname(home), { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => basename(file) === "pwned")).toEqual([]);
}

const bash = (command: string) => ({ tool_name: "bash_execute", tool_input: { command } });

describe("the configuration of the document", () => {
  const programs = { "notify-send": "", logger: "" };

  // shows: C-001 C-006 C-007 C-041
  it("echoes a notice before bash_execute, and before no other tool", async () => {
    const { running } = await stage("configuration-format.json", programs);
    const { runs, verdict } = await running.fire("PreToolUse", bash("ls"));
    expect(runs).toMatchObject([{ status: "ok", stdout: "About to execute bash command\n" }]);
    expect(verdict).toBe("pass");
    const other = await running.fire("PreToolUse", { tool_name: "write_file", tool_input: {} });
    expect(other.runs).toEqual([]);
  });

  // shows: C-003 C-008 C-021
  it("notifies after every tool, whether it succeeded or failed", async () => {
    const { running, calls } = await stage("configuration-format.json", programs);
    await running.fire("PostToolUse", { ...bash("ls"), tool_response: "a" });
    expect(calls("notify-send")).toEqual([["Tool completed: bash_execute"]]);
    await running.fire("PostToolUseFailure", { ...bash("ls"), error: "no" });
    expect(calls("notify-send")).toHaveLength(2);
  });

  // shows: C-004 C-009 C-025
  it("logs every notification", async () => {
    const { running, calls } = await stage("configuration-format.json", programs);
    await running.fire("Notification", { message: "low battery", notification_type: "status" });
    await running.drain();
    expect(calls("logger")).toEqual([["CLI-Agent: low battery"]]);
  });

  // shows: C-005 C-010
  it("appends a line when the response is complete", async () => {
    const { running, written } = await stage("configuration-format.json", programs);
    for (const _ of [1, 2]) await running.fire("Stop", { stop_hook_active: false });
    expect(written(".cli-agent-log")).toBe("Response complete\nResponse complete\n");
  });

  // shows: C-068 C-071 C-091
  it("hands hostile names and messages over byte for byte", async () => {
    for (const value of [...hostile, ...backslashes, "x".repeat(100_000)]) {
      const place = await stage("configuration-format.json", programs);
      await place.running.fire("PostToolUse", { tool_name: value, tool_input: {}, tool_response: "" });
      await place.running.fire("Notification", { message: value, notification_type: "status" });
      await place.running.drain();
      expect(place.calls("notify-send")).toEqual([[`Tool completed: ${value}`]]);
      expect(place.calls("logger")).toEqual([[`CLI-Agent: ${value}`]]);
      expectNoCanary(place);
    }
  });
});

describe("example 1: development workflow", () => {
  const written = (path: string) => ({
    tool_name: "write_file",
    tool_input: { file_path: path },
    tool_response: "ok",
  });

  // shows: C-020 C-029 C-074 C-075
  it("formats a written file, then stages what was formatted, with the real git", async () => {
    const place = await stage("1-development-workflow.json", { black: 'echo formatted > "$1"' });
    const git = (...args: string[]) =>
      spawnSync("git", args, { cwd: place.project, env: place.env, encoding: "utf8" }).stdout;
    git("init", "-q");
    const name = "a $(touch pwned) 'b'.py";
    place.write(name, "as typed");
    await place.running.fire("PostToolUse", written(name));
    expect(git("-c", "core.quotePath=off", "diff", "--cached", "--name-only", "-z")).toBe(`${name}\0`);
    expect(git("show", `:./${name}`)).toBe("formatted\n");
    const replaced = { ...written("b.py"), tool_name: "replace_in_file" };
    place.write("b.py", "as typed");
    await place.running.fire("PostToolUse", replaced);
    expect(git("show", ":b.py")).toBe("formatted\n");
    const { runs } = await place.running.fire("PostToolUse", { ...written("b.py"), tool_name: "read_file" });
    expect(runs).toEqual([]);
    expectNoCanary(place);
  });

  // shows: C-074
  it("swallows the errors of the formatter, also when there is none", async () => {
    const place = await stage("1-development-workflow.json", { git: "exit 1" });
    const { runs, verdict } = await place.running.fire("PostToolUse", written("a.py"));
    expect(runs.map(({ status, exitCode }) => [status, exitCode])).toEqual([
      ["ok", 0],
      ["ok", 0],
    ]);
    expect(verdict).toBe("pass");
  });

  // shows: C-029 C-068 C-071 C-091
  it("hands hostile paths over byte for byte", async () => {
    const place = await stage("1-development-workflow.json", { black: "", git: "" });
    const values = [...hostile, ...backslashes, "nul \0 here"];
    for (const value of values) await place.running.fire("PostToolUse", written(value));
    const seen = values.map((value) => value.replaceAll("\0", "\ufffd"));
    expect(place.calls("black")).toEqual(seen.map((path) => [path]));
    expect(place.calls("git")).toEqual(seen.map((path) => ["add", path]));
    expectNoCanary(place);
  });
});

describe("example 2: security and audit logging", () => {
  // shows: C-076 C-077 C-068 C-091
  it("writes the command and the cut result, whatever they hold", async () => {
    for (const value of hostile) {
      const place = await stage("2-security-audit.json");
      await place.running.fire("PreToolUse", bash(value));
      // In single quotes the shell runs no $(date): so it was written, and so it stays.
      expect(place.written(".cli-agent-audit.log")).toBe(`[$(date)] BASH: ${value}\n`);
      await place.running.fire("PostToolUse", { ...bash("ls"), tool_response: value });
      const line = `[$(date)] TOOL: bash_execute - ${value}\n`;
      expect(place.written(".cli-agent-audit.log")).toBe(`[$(date)] BASH: ${value}\n${line}`);
      expectNoCanary(place);
    }
  });

  // shows: C-077 C-091
  it("takes a megabyte, which no variable could hold, and cuts the result at 200 bytes", async () => {
    const place = await stage("2-security-audit.json");
    const before = await place.running.fire("PreToolUse", bash(megabyte));
    expect(before.runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    expect(place.written(".cli-agent-audit.log")).toBe(`[$(date)] BASH: ${megabyte}\n`);
    const other = await stage("2-security-audit.json");
    const after = await other.running.fire("PostToolUse", { ...bash("ls"), tool_response: megabyte });
    expect(after.runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    const line = `[$(date)] TOOL: bash_execute - ${megabyte}`;
    expect(other.written(".cli-agent-audit.log")).toBe(line.slice(0, 200));
    expectNoCanary(place);
  });
});

describe("example 3: notifications", () => {
  // shows: C-078
  it("calls osascript with its nested quotes as they were meant", async () => {
    const { running, calls } = await stage("3-notifications.json", { osascript: "" });
    await running.fire("Stop", { stop_hook_active: false });
    const script = 'display notification "CLI-Agent finished" with title "Task Complete"';
    expect(calls("osascript")).toEqual([["-e", script]]);
  });

  // shows: C-079 C-068 C-071 C-091
  it("sends each message to the channel as one argument", async () => {
    const place = await stage("3-notifications.json", { "slack-cli": "" });
    const values = [...hostile, ...backslashes, "nul \0 here"];
    for (const message of values) {
      await place.running.fire("Notification", { message, notification_type: "error" });
    }
    await place.running.drain();
    const expected = values.map((value) => ["send", "#ai-agents", value.replaceAll("\0", "\ufffd")]);
    expect(place.calls("slack-cli").map(String).sort()).toEqual(expected.map(String).sort());
    expectNoCanary(place);
  });
});

describe("example 4: control by JSON", () => {
  const answering = (name: string) => ({ "security-check": `cat '${join(fixtures, name)}'` });

  // shows: C-033 C-034 C-035 C-036 C-037 C-080 C-081
  it("blocks what the program refuses in the document's many lines", async () => {
    const { running, calls } = await stage("4-advanced-control.json", answering("answer-block.json"));
    let ran = false;
    const { decision } = await running.wrapTool(
      { name: "bash_execute", input: { command: "sudo rm -rf /" } },
      () => {
        ran = true;
      },
    );
    expect(calls("security-check")).toEqual([["sudo rm -rf /"]]);
    expect(ran).toBe(false);
    expect(decision).toMatchObject({
      verdict: "deny",
      reason: "Command contains potentially dangerous operations",
      halt: null,
      effects: { metadata: { risk_level: "high", blocked_patterns: ["rm -rf", "sudo"] } },
    });
  });

  // shows: C-101 C-034 C-035 C-037
  it("lets through what it approves, with the reason and the metadata at hand", async () => {
    const { running } = await stage("4-advanced-control.json", answering("answer-approve.json"));
    const decision = await running.fire("PreToolUse", bash("ls"));
    expect(decision).toMatchObject({
      verdict: "pass",
      runs: [{ verdict: "pass", reason: "Command is safe to execute" }],
      effects: { metadata: { hook_name: "security_check", timestamp: "2024-01-01T12:00:00Z" } },
    });
  });

  // shows: C-068 C-080 C-091
  it("checks hostile commands byte for byte", async () => {
    const place = await stage("4-advanced-control.json", { "security-check": "" });
    const values = [...hostile, ...backslashes, "nul \0 here"];
    for (const value of values) await place.running.fire("PreToolUse", bash(value));
    const seen = values.map((value) => value.replaceAll("\0", "\ufffd"));
    expect(place.calls("security-check")).toEqual(seen.map((command) => [command]));
    expectNoCanary(place);
  });

  // shows: C-091 C-092
  it("says that a program cannot take a megabyte as an argument", async () => {
    const place = await stage("4-advanced-control.json", { "security-check": "" });
    const decision = await place.running.fire("PreToolUse", bash(megabyte));
    expect(decision.runs).toMatchObject([{ status: "fault", fault: "spawn" }]);
    expect(decision.messages.map(({ text }) => text).join("\n")).toMatch(/[Aa]rgument list too long/);
    expectNoCanary(place);
  });

  it("says that a guard which is not there did not judge", async () => {
    const { running, home } = await stage("4-advanced-control.json");
    expect(existsSync(join(home, "bin/security-check"))).toBe(false);
    const decision = await running.fire("PreToolUse", bash("ls"));
    expect(decision).toMatchObject({ verdict: "pass", runs: [{ fault: "spawn", exitCode: 127 }] });
    expect(decision.messages).toMatchObject([{ level: "warn" }]);
  });
});

it("knows every file of the fixtures", () => {
  const answers: JsonObject[] = ["answer-approve.json", "answer-block.json"].map((name) =>
    JSON.parse(fixture(name)),
  );
  expect(answers.map(({ decision }) => decision)).toEqual(["approve", "block"]);
  expect(readdirSync(fixtures)).toHaveLength(7);
});
