import { describe, expect, it } from "vitest";
import type { Engine, Notice } from "../../src/index.ts";
import { until } from "../system/command.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

/** What an engine tells while it does something, until all that began has ended. */
async function toldWhile(engine: Engine, act: () => Promise<unknown>): Promise<Notice[]> {
  const told: Notice[] = [];
  const off = engine.listen((notice) => void told.push(notice));
  await act();
  const count = (type: Notice["type"]) => told.filter((one) => one.type === type).length;
  await until(() => count("started") > 0 && count("started") === count("response"));
  off();
  return told;
}

const spec07 = { dialect: "spec07", event: "PreToolUse" } as const;

describe("the notices of runs", () => {
  // The origin counted hooks of an event, so that ids came again with every event, and in every group.
  // shows: S-068 S-070
  it("have an id that is one execution's alone, also for the same entry twice and in two events", async () => {
    const engine = await scratch().engine();
    const hooks = [
      { command: "echo out; echo err >&2" },
      { command: "echo out; echo err >&2" },
      () => undefined,
    ];
    engine.register({ ...spec07, hooks });
    const told = await toldWhile(engine, async () => {
      await Promise.all([engine.fire("PreToolUse", aWrite), engine.fire("PreToolUse", aWrite)]);
    });
    const ids = told.flatMap((one) => (one.type === "started" ? [one.runId] : []));
    expect(new Set(ids).size).toBe(6);
    for (const id of ids) {
      const types = told.filter(({ runId }) => runId === id).map(({ type }) => type);
      expect([types[0], types.at(-1)]).toEqual(["started", "response"]);
    }
    expect(new Set(told.map(({ runId }) => runId)).size).toBe(6);
  });

  // shows: S-017 S-026 S-068 S-069 S-070
  it("come when a hook begins, prints and ends, with all that is known of it then", async () => {
    const engine = await scratch().engine();
    engine.register({
      ...spec07,
      hooks: [{ command: "echo out; echo err >&2; exit 3" }, { command: "true" }],
    });
    const told = await toldWhile(engine, () => engine.fire("PreToolUse", aWrite));
    const [first = "", second = ""] = told.flatMap((one) => (one.type === "started" ? [one.runId] : []));
    const place = (id: string, type: Notice["type"]) =>
      told.findIndex((one) => one.runId === id && one.type === type);
    // The first has ended before the second begins, and that is when it is told.
    expect(place(first, "response")).toBeLessThan(place(second, "started"));
    const printed = (stream: string) =>
      told.flatMap((one) => (one.type === "progress" && one.stream === stream ? [one.text] : [])).join("");
    expect([printed("stdout"), printed("stderr")]).toEqual(["out\n", "err\n"]);
    expect(told[place(first, "response")]).toMatchObject({
      event: "PreToolUse",
      background: false,
      report: { exitCode: 3, stdout: "out\n", stderr: "err\n", fault: "crash", status: "fault" },
    });
  });

  // shows: S-067
  it("never hold a hook: nobody, a listener that throws, and one that is busy for a while are the same to it", async () => {
    const engine = await scratch().engine();
    engine.register({ ...spec07, hooks: [{ command: "echo out" }, () => ({ decision: "block" })] });
    expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    engine.listen(() => {
      throw new Error("mine");
    });
    engine.listen(() => new Promise(() => {}));
    const told = await toldWhile(engine, async () => {
      expect((await engine.fire("PreToolUse", aWrite)).verdict).toBe("deny");
    });
    expect(told.filter(({ type }) => type === "response")).toHaveLength(2);
  });

  it("tell of a hook that did not run, and of one in the background", async () => {
    const { engine } = scratch({ PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] });
    const untrusted = await engine({ trust: "store" });
    const told: Notice[] = [];
    untrusted.listen((notice) => void told.push(notice));
    await untrusted.fire("PreToolUse", aWrite);
    await until(() => told.length > 0);
    expect(told).toMatchObject([{ type: "response", report: { fault: "untrusted" } }]);
    const running = await scratch().engine();
    running.register({ ...spec07, hooks: [{ command: "echo '{\"async\":true}'; echo later" }] });
    const behind = await toldWhile(running, async () => {
      await running.fire("PreToolUse", aWrite);
      await running.drain();
    });
    expect(behind.at(-1)).toMatchObject({
      type: "response",
      background: true,
      report: { stdout: "later\n" },
    });
    expect(new Set(behind.map(({ runId }) => runId)).size).toBe(1);
  });
});

it("tells how a hook ended before its decision is there", async () => {
  const engine = await scratch(commands("exit 2")).engine();
  const order: string[] = [];
  engine.listen(({ type }) => void order.push(type));
  await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
  order.push("decision");
  expect(order.filter((step) => step !== "progress")).toEqual(["started", "response", "decision"]);
});
