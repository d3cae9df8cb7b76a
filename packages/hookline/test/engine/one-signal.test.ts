import { expect, it, onTestFinished } from "vitest";
import { defineRunner } from "../../src/index.ts";
import { aWrite, scratch } from "./scratch.ts";

it("many events may share one signal: Node does not warn of a leak, and the signal ends them all", async () => {
  const warnings: string[] = [];
  const note = (warning: Error) => void warnings.push(warning.message);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const engine = await scratch().engine();
  engine.on("PreToolUse", "*", () => new Promise(() => {}));
  const caller = new AbortController();
  const all = Array.from({ length: 30 }, () => engine.fire("PreToolUse", aWrite, { signal: caller.signal }));
  await new Promise((go) => setImmediate(go));
  caller.abort();
  const faults = (await Promise.all(all)).map(({ runs }) => runs[0]?.fault);
  expect(new Set(faults)).toEqual(new Set(["cancelled"]));
  await new Promise((go) => setImmediate(go));
  expect(warnings).toEqual([]);
});

it("to cancel one event ends no other, be it of another engine that had the signal before", async () => {
  const engines = await Promise.all([scratch().engine(), scratch().engine()]);
  const gates: (() => void)[] = [];
  for (const engine of engines)
    engine.on("PreToolUse", "*", () => new Promise<void>((go) => void gates.push(go)));
  for (let round = 0; round < 3; round++) {
    const caller = new AbortController();
    const [cut, whole] = engines.map((engine, index) =>
      engine.fire("PreToolUse", aWrite, index === round % 2 ? { signal: caller.signal } : {}),
    );
    await new Promise((go) => setImmediate(go));
    caller.abort();
    for (const go of gates.splice(0)) go();
    const faults = (await Promise.all([cut, whole])).map((decision) => decision?.runs[0]?.fault);
    expect(faults[round % 2]).toBe("cancelled");
    expect(faults[1 - (round % 2)]).toBe(null);
    // What ended well is lent on.
    const next = engines.map((engine) => engine.fire("PreToolUse", aWrite));
    await new Promise((go) => setImmediate(go));
    for (const go of gates.splice(0)) go();
    for (const one of await Promise.all(next)) expect(one.runs[0]?.fault).toBe(null);
  }
});

it("what a runner of the host listens to is the end of its own event, and of no later one", async () => {
  const stopped: string[] = [];
  const silence = { text: "", tail: "", bytes: 0, truncated: false, valid: true };
  const listening = defineRunner({
    type: "listening",
    summary: "does not take its listener back",
    fields: {},
    identity: [],
    inProcess: true,
    async run(_hook, _fields, { event, signal }) {
      signal.addEventListener("abort", () => stopped.push(event.id));
      return { end: { kind: "text" }, stdout: silence, stderr: silence, durationMs: 0, left: [] };
    },
  });
  const hooks = { PreToolUse: [{ hooks: [{ type: "listening" }] }] };
  const engine = await scratch(hooks).engine({ runners: [listening] });
  expect((await engine.fire("PreToolUse", aWrite)).runs).toMatchObject([{ status: "ok" }]);
  engine.on("Notification", () => new Promise(() => {}));
  const caller = new AbortController();
  const later = engine.fire(
    "Notification",
    { message: "m", notification_type: "t" },
    { signal: caller.signal },
  );
  await new Promise((go) => setImmediate(go));
  caller.abort();
  expect((await later).runs[0]?.fault).toBe("cancelled");
  expect(stopped).toEqual([]);
});
