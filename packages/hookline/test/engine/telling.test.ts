import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Decision, Notice, TraceRecord } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

describe("the event stream", () => {
  // shows: W-081 F-090 F-142 C-050 S-008 S-017 S-067 S-068 S-069 S-070
  it("tells when a hook starts, prints and ends", async () => {
    const engine = await scratch(
      commands({ command: "echo hello; exit 2", id: "g", statusMessage: "guarding" }),
    ).engine();
    const heard: Notice[] = [];
    const ended = new Promise<void>((resolve) => {
      engine.listen((notice) => {
        heard.push(notice);
        if (notice.type === "response") resolve();
      });
    });
    const { eventId } = await engine.fire("PreToolUse", aWrite);
    await ended;
    expect(heard).toMatchObject([
      { type: "started", eventId, event: "PreToolUse", hook: "g", status: "guarding" },
      { type: "progress", hook: "g", stream: "stdout", text: "hello\n" },
      { type: "response", hook: "g", background: false, report: { exitCode: 2, verdict: "deny" } },
    ]);
  });

  it("is not held by a listener that throws, rejects or never ends, and ends when asked", async () => {
    const engine = await scratch(commands("true")).engine();
    engine.listen(() => {
      throw new Error("mine");
    });
    engine.listen(async () => Promise.reject(new Error("mine too")));
    engine.listen(() => new Promise(() => {}));
    let count = 0;
    const off = engine.listen(() => void count++);
    off();
    expect((await engine.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(count).toBe(0);
  });
});

describe("the trace", () => {
  // shows: W-080 W-084 F-084 F-090 C-073 G-030
  it("has a record for every arrow, without the values of the payload", async () => {
    const records: TraceRecord[] = [];
    const engine = await scratch(commands("true")).engine({ trace: (record) => void records.push(record) });
    const { eventId } = await engine.fire("PreToolUse", aWrite);
    const way = ["decode", "load", "match", "plan", "run", "interpret", "aggregate", "record"];
    expect(records.map(({ step }) => step)).toEqual(way);
    expect(records.every((record) => record.eventId === eventId)).toBe(true);
    expect(JSON.stringify(records)).not.toContain("hello");
  });

  // shows: F-084 F-142 C-073
  it("goes to a private file a day, with values only when told", async () => {
    for (const trace of ["digest", "full"] as const) {
      const { engine, home } = scratch(commands("true"));
      await (await engine({ trace })).fire("PreToolUse", aWrite);
      const folder = join(home, ".local/state/hookline/trace");
      const text = readdirSync(folder)
        .map((file) => readFileSync(join(folder, file), "utf8"))
        .join("");
      expect(
        text
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).step),
      ).toContain("aggregate");
      expect(text.includes("hello")).toBe(trace === "full");
    }
  });

  it("does not hold or change a decision when it fails", async () => {
    const { engine, home, write } = scratch(commands("exit 2"));
    write(join(home, ".local/state/hookline/trace"), "a file where a folder should be");
    expect((await (await engine({ trace: "digest" })).fire("PreToolUse", aWrite)).verdict).toBe("deny");
    const throwing = await engine({
      trace: () => {
        throw new Error("full");
      },
    });
    expect((await throwing.fire("PreToolUse", aWrite)).verdict).toBe("deny");
  });
});

describe("the record", () => {
  it("is made before the caller is told", async () => {
    const order: string[] = [];
    const record = async (decision: Decision) => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push(decision.verdict);
    };
    const engine = await scratch(commands("exit 2")).engine({ record });
    await engine.fire("PreToolUse", aWrite);
    order.push("told");
    await engine.fire("PreToolUse", { tool_name: "Read", tool_input: {} });
    await engine.fire("Stop", { stop_hook_active: false });
    expect(order).toEqual(["deny", "told", "deny", "pass"]);
  });

  it("that fails is said, and is a deny where it is required", async () => {
    const write = () => Promise.reject(new Error("disk full"));
    const engine = await scratch(commands("true")).engine({ record: write });
    expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "pass",
      messages: [{ level: "error", text: expect.stringContaining("disk full") }],
    });
    const required = await scratch().engine({ record: { write, required: true } });
    expect(await required.fire("PreToolUse", aWrite)).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("disk full"),
    });
    expect((await required.fire("SessionEnd", { reason: "other" })).verdict).toBe("pass");
  });
});
