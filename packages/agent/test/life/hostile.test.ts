import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "hookline";
import { expect, it } from "vitest";
import { makePlace, startAgent } from "../run-agent.ts";
import { call, gone, hooks, play, told } from "./around.ts";

const events = [
  "SessionStart",
  "UserPromptSubmit",
  "ModelRequest",
  "MessageAdded",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "Stop",
  "SessionEnd",
];

/** The most memory that a process has had, in megabytes; 0 when it is gone. */
function peak(pid: number | undefined): number {
  try {
    const [, kilobytes = "0"] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

it.skipIf(!existsSync("/proc/self/status"))(
  "goes on whatever hooks do that hang, crash and flood on ten events",
  async () => {
    const place = makePlace();
    const entry = (command: string) => ({ type: "command", command, timeout: 1 });
    const group = {
      hooks: [
        entry("trap '' TERM; sleep 600 & sleep 600"),
        entry("kill -SEGV $$"),
        entry("exec 0<&-; exit 77"),
        entry("head -c 100000000 /dev/zero | tr '\\0' x"),
        entry("printf '{\"decision\":'"),
        entry("/no/such/program"),
      ],
    };
    hooks(place, Object.fromEntries(events.map((name) => [name, [group]])), ["SessionEnd"]);
    const turns = [
      { tools: [call("ls", { path: "." }), call("command_execute", { command: "exit 3" })] },
      { text: "done" },
    ];
    const began = Date.now();
    const go = ["-p", "go", "--permission-mode", "bypassPermissions", "--output-format", "stream-json"];
    const agent = startAgent(place, [...go, ...play(place, ...turns)]);
    agent.child.stdin.end();
    let most = 0;
    const timer = setInterval(() => (most = Math.max(most, peak(agent.child.pid))), 50);
    const { status, stdout, stderr } = await agent.ended;
    clearInterval(timer);
    const lines: JsonObject[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const result = lines.find(({ type }) => type === "result");
    expect([status, result]).toMatchObject([0, { subtype: "success", result: "done" }]);
    const ends = lines.filter(({ subtype }) => subtype === "hook_response");
    for (const name of events) {
      const faults = ends.filter(({ hook_event }) => hook_event === name).map(({ fault }) => fault);
      expect([name, faults]).toEqual([name, expect.arrayContaining(["timeout", "crash"])]);
    }
    expect(told(place)).toEqual(["SessionEnd other"]);
    expect(stderr).not.toMatch(/\n {4}at /);
    // Each event takes a second and a grace, not ten minutes; what was flooded was never all in memory.
    expect(Date.now() - began).toBeLessThan(110_000);
    expect(most).toBeGreaterThan(50);
    expect(most).toBeLessThan(700);
    expect(existsSync(join(place.project, "core"))).toBe(false);
    expect(await gone(place)).toEqual([]);
  },
  120_000,
);
