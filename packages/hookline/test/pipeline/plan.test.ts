import { describe, expect, it } from "vitest";
import type { Dialect } from "../../src/contract/dialect.ts";
import type { Hook } from "../../src/contract/hook.ts";
import type { Runner } from "../../src/contract/runner.ts";
import { native } from "../../src/dialects/native.ts";
import { indexHooks, match } from "../../src/pipeline/match.ts";
import { makePlan, type Permits } from "../../src/pipeline/plan.ts";
import { command } from "../../src/runners/command.ts";
import { exampleEvent, exampleHook } from "./examples.ts";

const event = exampleEvent();
const policy: Runner = { ...command, type: "policy", policy: true };

function permits(given: Partial<Permits> = {}): Permits {
  return {
    dialects: [native],
    runnerOf: (hook) => (hook.type === "policy" ? policy : command),
    distrust: () => null,
    isInScope: () => true,
    isOff: () => false,
    paused: () => null,
    isDone: () => false,
    barred: null,
    ...given,
  };
}

function shape(hooks: readonly Hook[], given: Partial<Permits> = {}, on = event) {
  const plan = makePlan(on, hooks, permits(given));
  return {
    strands: plan.lanes.map(({ strands }) => strands.map((strand) => strand.map(({ hook }) => hook.id))),
    skips: plan.skips.map(({ hook, why }) => `${hook.id}: ${why}`),
    items: plan.lanes.flatMap(({ strands }) => strands.flat()),
    notes: plan.notes,
  };
}

const hooks = (...given: Partial<Hook>[]) =>
  given.map((one, index) => exampleHook({ id: `h${index}`, ...one }));

describe("a plan", () => {
  it("starts everything together, but keeps the hooks of a sequential group in a row", () => {
    const some = hooks({}, { sequential: true, group: 4 }, {}, { sequential: true, group: 4 });
    expect(shape(some).strands).toEqual([[["h0"], ["h1", "h3"], ["h2"]]]);
  });

  it("puts all hooks of a sequential dialect in one row, except those in the background", () => {
    const sequential: Dialect = { ...native, order: "sequential" };
    expect(shape(hooks({}, { background: true }, {}), { dialects: [sequential] }).strands).toEqual([
      [["h0", "h2"], ["h1"]],
    ]);
  });

  it("makes a lane of each dialect, in register order", () => {
    const other: Dialect = { ...native, name: "other" };
    const some = hooks({ dialect: "other" }, {});
    expect(shape(some, { dialects: [native, other] }).strands).toEqual([[["h1"]], [["h0"]]]);
  });

  it("runs equal hooks once, as strict and as patient as the strictest", () => {
    const some = hooks(
      { identity: "x", mode: "shadow", timeoutMs: 5, background: true },
      { identity: "x", mode: "enforce", onFailure: "block", timeoutMs: 9 },
    );
    const { items, skips } = shape(some);
    expect(items).toHaveLength(1);
    expect(items[0]?.hook).toMatchObject({
      id: "h0",
      mode: "enforce",
      onFailure: "block",
      timeoutMs: 9,
      background: false,
    });
    expect(skips).toEqual(["h1: duplicate of h0 (~/hooks.json:1:2)"]);
    expect(shape(some, { dialects: [{ ...native, duplicates: "each" }] }).items).toHaveLength(2);
  });

  it("names the reason of every hook that matches and does not run", () => {
    const no = (text: string) => ({ text, test: () => ({ holds: false }) });
    const some = hooks(
      { disabled: "enabled: false" },
      { if: no("Bash(git *)") },
      { when: no("false") },
      { once: true },
    );
    expect(shape(some, { isDone: () => true }).skips).toEqual([
      "h0: disabled: enabled: false",
      "h1: if: Bash(git *)",
      "h2: when: false",
      "h3: once: it has succeeded in this session",
    ]);
  });

  it("runs a hook whose condition could not be judged, and says so", () => {
    const odd = { text: "x", test: () => ({ holds: true, problem: "cannot judge" }) };
    expect(shape(hooks({ when: odd }))).toMatchObject({
      strands: [[["h0"]]],
      notes: [{ text: "cannot judge" }],
    });
  });

  it("makes faults of what is not approved and of what is too deep, but lets policies judge", () => {
    const some = hooks({}, { type: "policy" });
    expect(shape(some, { distrust: () => "not approved" }).items).toMatchObject([
      { kind: "fault", fault: { kind: "untrusted", detail: "not approved" } },
      { kind: "run", trusted: false },
    ]);
    expect(shape(some, { barred: "too deep" }).items).toMatchObject([
      { kind: "fault", fault: { kind: "resource", detail: "too deep" } },
      { kind: "run", trusted: true },
    ]);
  });

  it("leaves sub-agents alone in a dialect that does, and backgrounds the events it does not wait for", () => {
    const inside = exampleEvent("PreToolUse", { agent_id: "a1" });
    expect(shape(hooks({}), { dialects: [{ ...native, subagents: "off" }] }, inside).strands).toEqual([]);
    const unwaited: Dialect = { ...native, background: ["PreToolUse"] };
    expect(shape(hooks({}), { dialects: [unwaited] }).items).toMatchObject([{ background: true }]);
  });
});

describe("matching", () => {
  // Ours for Wingman's Matcher; its Merger is the list of files of a dialect, in their order.
  // shows: F-079 F-126 W-124
  it("gives the hooks of the event that fit, in order, and remembers the answer for a subject", () => {
    let asked = 0;
    const test = ({ name }: { name: string }) => {
      asked++;
      return name === "Write";
    };
    const some = hooks(
      { matcher: { pattern: "Write", meaning: "", native: null, test } },
      { event: "Stop" },
      {},
    );
    const index = indexHooks(some);
    expect(match(index, event).map(({ id }) => id)).toEqual(["h0", "h2"]);
    expect(match(index, event)).toBe(match(index, event));
    expect(asked).toBe(1);
    expect(match(index, exampleEvent("PreToolUse", { tool_name: "Read" })).map(({ id }) => id)).toEqual([
      "h2",
    ]);
    expect(match(index, exampleEvent("SessionEnd", { reason: "other" }))).toEqual([]);
  });

  it("keeps its memory bounded", () => {
    const index = indexHooks(hooks({}));
    for (let count = 0; count < 2_500; count++)
      match(index, exampleEvent("PreToolUse", { tool_name: `mcp__a__${count}` }));
    expect(index.byEvent.get("PreToolUse")?.answers.size).toBeLessThanOrEqual(1_000);
  });
});
