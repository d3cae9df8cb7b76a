import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Notice } from "../../src/index.ts";
import { areAlive } from "../conformance/processes.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** What went wrong in GenCode's own code, or in what became of it; each is right here. */

const write = { tool_name: "Write", tool_input: { file_path: "a.ts", content: "x" } };
const command = (line: string, more: object = {}) => ({ type: "command", command: line, ...more });

function project(hooks: object): Scratch {
  const place = scratch();
  place.write(".gen/settings.json", { hooks });
  return place;
}

const engineOf = (place: Scratch) => place.engine({ dialects: ["gencode"] });

describe("where GenCode's own hooks failed", () => {
  // shows: G-045 G-051 G-092 G-093
  it("a value never becomes a command, bare or in quotes", async () => {
    const place = project({
      PostToolUse: [
        command("echo $FILE_PATH > bare"),
        command("echo '$FILE_PATH' > single"),
        command('echo "$FILE_PATH" > double'),
        command("echo ${FILE_PATH} > braces"),
      ],
    });
    const file_path = "'; touch pwned; echo '$(touch pwned)`touch pwned`\"";
    const payload = { tool_name: "Write", tool_input: { file_path }, tool_response: "ok" };
    const { runs } = await (await engineOf(place)).fire("PostToolUse", payload);
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0]);
    for (const name of ["bare", "single", "double", "braces"])
      expect(readFileSync(join(place.project, name), "utf8"), name).toBe(`${file_path}\n`);
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
  });

  // shows: G-091 G-046 G-054
  it("a hook that ignores SIGTERM is killed with its children, and is a timeout", async () => {
    const line = `trap '' TERM; sleep 30 & echo $! > child; echo $$ > shell; while :; do sleep 1; done`;
    const place = project({ PreToolUse: [command(line, { timeout: 1000 })] });
    const began = performance.now();
    const { runs, verdict } = await (await engineOf(place)).fire("PreToolUse", write);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(runs).toMatchObject([{ status: "fault", fault: "timeout", exitCode: null }]);
    expect(verdict).toBe("pass");
    const pid = (name: string) => Number(readFileSync(join(place.project, name), "utf8"));
    expect(await areAlive({ child: pid("child"), shell: pid("shell") })).toEqual({
      child: false,
      shell: false,
    });
  });

  // shows: G-091
  it("a hook that heeds SIGTERM may tidy up first", async () => {
    const line = `trap 'echo tidy > tidied; exit 0' TERM; touch ready; while :; do sleep 0.05; done`;
    const place = project({ PreToolUse: [command(line, { timeout: 1000 })] });
    const { runs } = await (await engineOf(place)).fire("PreToolUse", write);
    expect(runs).toMatchObject([{ fault: "timeout" }]);
    expect(readFileSync(join(place.project, "tidied"), "utf8")).toBe("tidy\n");
  });

  // shows: G-090 G-049
  it("output over 30 KB is cut and does not end the hook", async () => {
    const line = "head -c 200000 /dev/zero | tr '\\0' x; echo the end; touch finished; echo no >&2; exit 2";
    const place = project({ PreToolUse: [command(line)] });
    const { runs, verdict, reason } = await (await engineOf(place)).fire("PreToolUse", write);
    expect(existsSync(join(place.project, "finished"))).toBe(true);
    expect([verdict, reason]).toEqual(["deny", "no"]);
    expect(runs).toMatchObject([{ exitCode: 2, truncated: true }]);
    const { stdout = "" } = runs[0] ?? {};
    expect(stdout.length).toBeGreaterThan(29_000);
    expect(stdout.length).toBeLessThan(30_100);
    expect(stdout).toMatch(/^x+\n… \(cut\) …\nx+the end\n$/);
  });

  it("30,000 characters are not cut", async () => {
    const place = project({ PreToolUse: [command("head -c 30000 /dev/zero | tr '\\0' x")] });
    const { runs } = await (await engineOf(place)).fire("PreToolUse", write);
    expect(runs).toMatchObject([{ truncated: false, stdout: "x".repeat(30_000) }]);
  });

  it("what is written is used: statusMessage, once", async () => {
    const place = project({ Stop: [command("echo x >> ran", { statusMessage: "cleaning", once: true })] });
    const engine = await engineOf(place);
    const heard: Notice[] = [];
    engine.listen((notice) => void heard.push(notice));
    await engine.fire("Stop", { stop_hook_active: false });
    await engine.fire("Stop", { stop_hook_active: false });
    expect(readFileSync(join(place.project, "ran"), "utf8")).toBe("x\n");
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard[0]).toMatchObject({ type: "started", status: "cleaning" });
  });

  // shows: G-082 G-006 G-061
  it("a hook after a tool reads the input, the result and the time on stdin", async () => {
    const place = project({ PostToolUse: [command("cat > seen.json")] });
    const before = Date.now();
    const engine = await engineOf(place);
    await engine.wrapTool({ name: "Write", input: write.tool_input, id: "t-1" }, () => ({ bytes: 1 }));
    const seen = JSON.parse(readFileSync(join(place.project, "seen.json"), "utf8"));
    expect(seen).toMatchObject({
      hook_event_name: "PostToolUse",
      session_id: expect.any(String),
      tool_name: "Write",
      tool_input: write.tool_input,
      tool_response: { bytes: 1 },
    });
    expect(seen.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(seen.timestamp)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(seen.timestamp)).toBeLessThanOrEqual(Date.now());
  });

  it("a hook that reads nothing of a large payload harms nobody", async () => {
    const place = project({ PreToolUse: [command("exit 0")] });
    const input = { file_path: "a.ts", content: "x".repeat(2_000_000) };
    const { runs } = await (await engineOf(place)).fire("PreToolUse", { ...write, tool_input: input });
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
  });

  it("events of the schema that nothing fired are reported", async () => {
    const place = project({ ToolCall: [command("true")], AgentStart: [command("true")] });
    const { diagnostics, hooks } = await engineOf(place);
    expect(hooks).toEqual([]);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'there is no event "ToolCall"; its hooks never run',
      'there is no event "AgentStart"; its hooks never run',
    ]);
  });

  // shows: G-076 G-072 G-053
  it("PreToolUse really stands before the tool", async () => {
    const place = project({
      PreToolUse: [command("echo no writes >&2; exit 2", { matcher: "Write" })],
      PostToolUse: [command("touch after")],
    });
    const engine = await engineOf(place);
    let ran = 0;
    const call = (name: string) => engine.wrapTool({ name, input: write.tool_input }, () => ++ran);
    expect(await call("Write")).toMatchObject({ ran: false, decision: { reason: "no writes" } });
    expect([ran, existsSync(join(place.project, "after"))]).toEqual([0, false]);
    expect(await call("Read")).toMatchObject({ ran: true, output: 1 });
    expect(existsSync(join(place.project, "after"))).toBe(true);
  });

  // shows: G-060 G-054
  it("an exit code without a meaning is seen, with the first line of stderr", async () => {
    const place = project({ PreToolUse: [command("echo 'jq: not found' >&2; exit 5")] });
    const { messages, runs } = await (await engineOf(place)).fire("PreToolUse", write);
    expect(runs).toMatchObject([{ status: "fault", fault: "crash", exitCode: 5 }]);
    expect(messages).toMatchObject([
      { level: "warn", text: expect.stringContaining("exit code 5: jq: not found") },
    ]);
  });

  // shows: G-033
  it("hooks start in the context's folder, and a folder that is missing is said", async () => {
    const place = project({ PreToolUse: [command("pwd -P")] });
    place.write("below/x", "");
    const engine = await engineOf(place);
    const at = (folder: string) => engine.fire("PreToolUse", { ...write, cwd: join(place.project, folder) });
    expect((await at("below")).runs).toMatchObject([{ stdout: `${join(place.project, "below")}\n` }]);
    expect((await at("gone")).runs).toMatchObject([{ fault: "spawn" }]);
  });
});

describe("a block after a tool", () => {
  // shows: G-073
  it("ends the turn, with the reason", async () => {
    const place = project({ PostToolUse: [command("echo tests failed >&2; exit 2")] });
    const result = await (await engineOf(place)).wrapTool({ name: "Edit", input: {} }, () => "done");
    expect(result).toMatchObject({
      ran: true,
      output: "done",
      after: { verdict: "deny", reason: "tests failed", halt: { reason: "tests failed" } },
    });
  });

  // shows: G-074 G-080
  it("that failed is feedback and no end", async () => {
    const place = project({ PostToolUseFailure: [command("echo look at the log >&2; exit 2")] });
    const result = await (await engineOf(place)).wrapTool({ name: "Edit", input: {} }, () => {
      throw new Error("disk full");
    });
    expect(result.after).toMatchObject({ verdict: "deny", reason: "look at the log", halt: null });
  });
});
