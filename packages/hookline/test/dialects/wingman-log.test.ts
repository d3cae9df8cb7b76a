import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { EngineOptions, Notice, TraceRecord } from "../../src/index.ts";
import { cli } from "../e2e/run-cli.ts";
import { scratch } from "../engine/scratch.ts";
import { done, ran } from "./wingman-project.ts";

const aCall = { tool_name: "write_file", tool_input: { file_path: "a.ts", content: "hello" } };
const entry = (command: string, more: object = {}) => ({ type: "command", command, ...more });

/** A project of Wingman's with these hooks. */
function projectWith(hooks: object) {
  const place = scratch();
  place.write(".wingman/wingman.config.json", { hooks });
  const engine = (options: EngineOptions) => place.engine({ dialects: ["wingman"], ...options });
  const written = (): TraceRecord[] => {
    const folder = join(place.home, ".local/state/hookline/trace");
    const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), "utf8").split("\n"));
    return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
  };
  return { ...place, engine, written };
}

describe("what Wingman logs is in the trace, by level", () => {
  const hooks = {
    PreToolUse: [
      { matcher: ".*_file", hooks: [entry("true", { id: "fine" }), entry("exit 1", { id: "broken" })] },
      { hooks: [entry("echo too dangerous >&2; exit 2", { id: "guard" })] },
    ],
  };

  // shows: W-080 W-081 W-082 W-083 W-104
  it("debug what was looked at, info what ran, warn what failed and went on, error what blocked", async () => {
    const records: TraceRecord[] = [];
    const engine = await projectWith(hooks).engine({ trace: (record) => void records.push(record) });
    await engine.fire("PreToolUse", aCall);
    const of = (level: string) =>
      records
        .filter((record) => record.level === level)
        .map(({ step, data }) => `${step} ${data.hook ?? ""}`.trim());
    expect(of("debug")).toEqual(["decode", "load", "match", "plan", "record"]);
    expect(of("info")).toEqual(["run fine", "interpret fine", "run broken", "run guard", "aggregate"]);
    expect(of("warn")).toEqual(["interpret broken"]);
    expect(of("error")).toEqual(["interpret guard"]);
    expect(records.find(({ step }) => step === "match")?.data.hooks).toEqual(["fine", "broken", "guard"]);
  });

  // shows: W-084 W-104
  it("with time, event, matcher, command, exit code, duration and what was said", async () => {
    const { engine, written } = projectWith(hooks);
    const before = Date.now();
    await (await engine({ trace: "full" })).fire("PreToolUse", aCall);
    const run = written().find(({ step, data }) => step === "run" && data.hook === "broken");
    expect(run?.at).toBeGreaterThanOrEqual(before);
    expect(run?.data).toMatchObject({
      event: "PreToolUse",
      matcher: ".*_file",
      command: "exit 1",
      exitCode: 1,
      durationMs: expect.any(Number),
    });
    const said = written().filter(({ step }) => step === "interpret");
    expect(said.map(({ data }) => [data.matcher, data.fault, data.error])).toEqual([
      [".*_file", null, null],
      [".*_file", "crash", "exit code 1"],
      [null, null, "too dangerous"],
    ]);
  });

  // shows: W-081
  it("start and end of each hook are told as they happen", async () => {
    const engine = await projectWith({ Stop: [{ hooks: [entry("exit 3", { id: "tests" })] }] }).engine({});
    const heard: Notice[] = [];
    const ended = new Promise<void>((resolve) => {
      engine.listen((notice) => {
        heard.push(notice);
        if (notice.type === "response") resolve();
      });
    });
    await engine.fire("Stop", done);
    await ended;
    expect(heard).toMatchObject([
      { type: "started", event: "Stop", hook: "tests" },
      { type: "response", hook: "tests", background: true, report: { exitCode: 3, fault: "crash" } },
    ]);
  });

  // shows: W-064 W-076 W-082 W-083
  it("also of hooks that nobody waits for: a block that cannot block is an error, a timeout a warning", async () => {
    const { engine, written } = projectWith({
      PostToolUse: [
        {
          matcher: "*",
          hooks: [
            entry("echo unformatted >&2; exit 2", { id: "format" }),
            entry("sleep 100", { id: "slow", timeout: 1 }),
          ],
        },
      ],
    });
    const running = await engine({ trace: "full" });
    await running.fire("PostToolUse", ran("write_file", {}));
    await running.drain();
    const late = written().filter(({ data }) => data.background === true);
    expect(late.map(({ step, level, data }) => [step, level, data.hook, data.error ?? null])).toEqual([
      ["run", "info", "format", null],
      ["interpret", "error", "format", "unformatted"],
      ["run", "info", "slow", null],
      ["interpret", "warn", "slow", "the deadline passed"],
    ]);
    expect(late[0]?.data).toMatchObject({
      exitCode: 2,
      matcher: "*",
      command: expect.stringContaining("echo"),
    });
  });

  it("hookline fire says how they ended", async () => {
    const { project, env } = projectWith({
      Stop: [{ hooks: [entry("echo bad >&2; exit 1", { id: "tests" })] }],
    });
    const input = JSON.stringify(done);
    const ended = await cli(["fire", "Stop", "--trust", "--dialect", "wingman"], {
      cwd: project,
      env,
      input,
    });
    expect([ended.status, ended.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^\.wingman\/wingman\.config\.json:\d+:\d+: in the background, tests: crash: exit code 1: bad\n$/,
      ),
    ]);
  });
});

describe("secrets", () => {
  const hooks = {
    PreToolUse: [
      {
        hooks: [
          entry("API_TOKEN=s3cr3t-in-command; echo PASSWORD=s3cr3t-in-stderr >&2; exit 1", { id: "leaky" }),
          entry("cat >&2; exit 1", { id: "echoing" }),
        ],
      },
    ],
  };
  const payload = {
    tool_name: "command_execute",
    tool_input: {
      command: "curl -H 'Authorization: Bearer s3cr3t-in-header' https://u:s3cr3t-in-url@x; echo hello",
      env: { DB_PASSWORD: "s3cr3t-by-name", KEEP: "kept" },
    },
  };

  // shows: F-084 W-084
  it.each(["digest", "full"] as const)(
    "are in no %s trace: not in commands, errors or payloads",
    async (trace) => {
      const { engine, written } = projectWith(hooks);
      await (await engine({ trace })).fire("PreToolUse", payload);
      const text = JSON.stringify(written());
      expect(text).not.toContain("s3cr3t");
      expect(text).toContain("API_TOKEN=[redacted]");
      // Without secrets, the values of an event are in a full trace only.
      for (const word of ["kept", "hello"]) expect(text.includes(word)).toBe(trace === "full");
    },
  );
});
