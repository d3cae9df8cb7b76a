import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adviceFor } from "../../../src/cli/stats/advice.ts";
import { interpreterStarts } from "../../../src/cli/stats/starts.ts";
import { createHistogram } from "../../../src/cli/trace/histogram.ts";
import type { HookTally } from "../../../src/cli/trace/tally.ts";
import { commands, scratch } from "../../engine/scratch.ts";

function tally(ms: number, runs = 10, more: Partial<HookTally> = {}): HookTally {
  const times = createHistogram();
  for (let time = 0; time < runs; time++) times.add(ms);
  const base = {
    id: "h",
    event: "PreToolUse",
    file: "f",
    source: "f:1:1",
    type: "command",
    waitedMs: ms * runs,
    lastRunAt: 1,
    lastFault: null,
  };
  return { ...base, runs, verdicts: { pass: runs }, faults: {}, times, ...more };
}

async function hookOf(entry: object, event = "PreToolUse", matcher?: string) {
  const place = scratch({
    [event]: [{ ...(matcher && { matcher }), hooks: [{ type: "command", id: "h", command: "x", ...entry }] }],
  });
  const [hook] = (await place.engine()).hooks;
  if (!hook) throw new Error("no hook");
  return hook;
}

describe("the advice of stats", () => {
  it("names the start of the interpreter, and what this version has that starts less", async () => {
    const hook = await hookOf({});
    const python = { program: "python3", ms: 290 };
    const types = ["command", "module", "policy"];
    const [first] = adviceFor(hook, tally(310), python, [...types, "worker"]);
    expect(first?.what).toMatch(/^costs 31\d ms because python3 starts \(290 ms, 9\d %\)$/);
    expect(first?.mend).toBe(
      'make it a worker, which starts once: "worker": true if it was written with our helpers, else "type": "worker"',
    );
    const already = await hookOf({ worker: true });
    expect(adviceFor(already, tally(310), python)[0]?.mend).not.toContain("make it a worker");
    expect(adviceFor(hook, tally(310), { program: "node", ms: 290 }, types)[0]?.mend).toContain(
      '"type": "module"',
    );
    expect(adviceFor(hook, tally(310), python, types)[0]?.mend).toMatch(/^a matcher with the tools/);
  });

  it("is what fits what the hook was seen to do", async () => {
    const mend = async (entry: object, event: string, matcher: string, verdicts: HookTally["verdicts"]) =>
      adviceFor(await hookOf(entry, event, matcher), tally(310, 10, { event, verdicts }), null)[0]?.mend ??
      null;
    expect(await mend({}, "PostToolUse", "Bash", { pass: 10 })).toContain('"async": true');
    expect(await mend({}, "PostToolUse", "Bash", { deny: 1, pass: 9 })).toContain('"if" or "when"');
    expect(await mend({}, "PreToolUse", "Bash", { pass: 10 })).toContain('"if" or "when"');
    expect(await mend({ if: "Bash(git *)" }, "PreToolUse", "Bash", { pass: 10 })).toContain('"policy"');
    expect(await mend({ async: true }, "PostToolUse", "Bash", { pass: 10 })).toBeNull();
  });

  it("is silent where nothing was measured that asks for it", async () => {
    const hook = await hookOf({});
    expect(adviceFor(hook, tally(40), { program: "python3", ms: 39 })).toEqual([]);
    expect(adviceFor(hook, tally(310, 2), null)).toEqual([]);
    expect(adviceFor(hook, tally(310, 4, { faults: { crash: 4 } }), null)).toMatchObject([
      { what: "broke on every one of its 4 runs" },
    ]);
  });
});

describe("the start of an interpreter", () => {
  it("is measured once and kept, for the one that the command or a first line names", async () => {
    const place = scratch(commands({ command: "node x.js" }, { command: "./hook.sh" }, { command: "jq ." }));
    chmodSync(place.write("hook.sh", "#!/usr/bin/env bash\n"), 0o755);
    const engine = await place.engine();
    const starts = () => engine.hooks.map((hook) => interpreterStarts(engine, place.env)(hook));
    const first = starts();
    expect(first).toMatchObject([{ program: "node" }, { program: "bash" }, null]);
    // What was kept is what is told: measured again it would differ.
    expect(starts()).toEqual(first);
    const kept = JSON.parse(readFileSync(join(engine.stateFolder, "cache/starts.json"), "utf8"));
    expect(Object.keys(kept)).toHaveLength(2);
  });

  it("is never that of a program of the project", async () => {
    const place = scratch(commands({ command: "python3 x.py" }, { command: "bin/node x.js" }));
    for (const name of ["python3", "node"])
      chmodSync(place.write(`bin/${name}`, "#!/bin/sh\ntouch started\n"), 0o755);
    const engine = await place.engine();
    const env = { ...place.env, PATH: `${join(place.project, "bin")}:/usr/bin:/bin` };
    const starts = interpreterStarts(engine, env);
    expect(engine.hooks.map((hook) => starts(hook)?.program ?? null)).not.toContain("python3");
  });
});
