import { expect, it, onTestFinished } from "vitest";
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
