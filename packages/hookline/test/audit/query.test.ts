import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type RecordFilter, recordFits } from "../../src/audit/query.ts";
import { wholeRecord } from "../../src/audit/query-whole.ts";
import type { AuditRecord } from "../../src/audit/record.ts";
import { aDecision, aDenial, aHook, aNote, anExecution, aRecord } from "./export/records.ts";

const denial = aRecord(aDenial());
const execution = aRecord(anExecution());
const note = aRecord(aNote("key-rotated", { to: "KEY" }));
const fits = (record: AuditRecord, filter: RecordFilter, payload: object = {}) =>
  recordFits(record, filter, () => ({ ...payload }));

describe("which records fit", () => {
  it.each<[string, RecordFilter, boolean, boolean, boolean]>([
    ["nothing asked", {}, true, true, true],
    ["its event", { event: "pretooluse" }, true, true, false],
    ["another event", { event: "Stop" }, false, false, false],
    ["its tool", { tool: "bash" }, true, true, false],
    ["its kind of tool", { tool: "shell" }, true, true, false],
    ["another tool", { tool: "Bas" }, false, false, false],
    ["its verdict", { verdict: "deny" }, true, false, false],
    ["another verdict", { verdict: "allow" }, false, false, false],
    ["its hook", { hook: "guard-push" }, true, false, false],
    ["another hook", { hook: "guard" }, false, false, false],
    ["its session", { session: "s-1" }, true, true, false],
    ["the beginning of its session", { session: "s" }, true, true, false],
    ["an agent's id", { agent: "a-1" }, true, true, true],
    ["an agent's type", { agent: "Reviewer" }, true, true, true],
    ["another agent", { agent: "a" }, false, false, false],
    ["a text of its reason", { grep: "FORCE" }, true, false, false],
    ["a text of its detail", { grep: "key" }, false, false, true],
    ["a guard that failed open", { failedOpen: true }, false, false, false],
    ["two things at once", { tool: "Bash", verdict: "deny" }, true, false, false],
    ["two things of which one is wrong", { tool: "Write", verdict: "deny" }, false, false, false],
  ])("%s", (_, filter, ofDenial, ofExecution, ofNote) => {
    expect([denial, execution, note].map((record) => fits(record, filter))).toEqual([
      ofDenial,
      ofExecution,
      ofNote,
    ]);
  });

  it("takes the first moment with it, and leaves the last one out", () => {
    const at = Date.parse(denial.time);
    expect(fits(denial, { since: at })).toBe(true);
    expect(fits(denial, { since: at + 1 })).toBe(false);
    expect(fits(denial, { until: at })).toBe(false);
    expect(fits(denial, { until: at + 1 })).toBe(true);
    expect(fits({ ...denial, time: "no time" }, { since: 0 })).toBe(false);
  });

  it("finds a text in the payload, as it is and not as JSON writes it", () => {
    const payload = { tool_input: { command: 'echo "a\nb"' } };
    expect(fits(denial, { grep: 'ECHO "A\nB"' }, payload)).toBe(true);
    expect(fits(denial, { grep: "\\n" }, payload)).toBe(false);
    expect(fits(denial, { grep: "tool_input" }, payload)).toBe(false);
  });

  it("asks for the payload only where it matters", () => {
    const never = () => {
      throw new Error("asked");
    };
    expect(recordFits(denial, { verdict: "deny" }, never)).toBe(true);
    expect(recordFits(denial, { verdict: "allow", grep: "nowhere" }, never)).toBe(false);
    expect(() => recordFits(denial, { grep: "nowhere" }, never)).toThrow("asked");
  });

  it("finds guards that failed open", () => {
    const hooks = [aHook(), aHook({ id: "lint", status: "fault", fault: "crash", failedOpen: true })];
    expect(fits(aRecord(aDecision({ hooks })), { failedOpen: true })).toBe(true);
  });
});

describe("a record that somebody tampered with", () => {
  it("is left as it is if nothing is wrong", () => {
    for (const record of [denial, execution, note]) expect(wholeRecord(record)).toEqual(record);
  });

  it("has all its fields, whatever was put in their place", () => {
    const values = fc.dictionary(
      fc.constantFrom(...Object.keys({ ...denial, ...execution })),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(values, fc.constantFrom("decision", "execution"), (odd, kind) => {
        const { chain, seq, prev, time, payload } = denial;
        const record = wholeRecord({ ...odd, chain, seq, prev, time, payload, kind } as never);
        const whole: Record<string, unknown> = { ...(kind === "decision" ? denial : execution) };
        for (const [name, value] of Object.entries(record))
          if (name !== "tool" && name !== "v" && name !== "mono" && name !== "boot")
            expect(typeof value, name).toBe(typeof whole[name]);
        expect(Object.keys(record).sort()).toEqual(Object.keys(whole).sort());
      }),
    );
  });
});
