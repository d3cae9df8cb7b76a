import { describe, expect, it } from "vitest";
import { createEngine } from "../../src/index.ts";
import { also } from "./also.ts";
import { differences } from "./differences.ts";
import type { Facts } from "./facts.ts";
import { leftOut, partly } from "./left-out.ts";
import { observedFacts } from "./observed-facts.ts";
import { makePlace } from "./place.ts";
import { playedFacts } from "./played-facts.ts";
import { type ConformanceRecord, records } from "./record.ts";
import { hookFilesOf } from "./restored.ts";
import { scaled } from "./scaled.ts";
import { play } from "./scene.ts";

const ids = records.map(({ id }) => id);

/** Records whose own noise would slow the others down, or be slowed down by them. */
const alone = new Set(["k/50-hooks-sleep1", ...Object.keys(scaled).filter((id) => id.startsWith("e/"))]);

const cases = records
  .filter(({ id }) => !(id in leftOut))
  .map((record) => {
    const notes = [
      ...(differences[record.id] ? [`differs: ${differences[record.id]?.why}`] : []),
      ...(scaled[record.id] ? [`scaled: ${scaled[record.id]?.how}`] : []),
    ];
    return [[record.id, ...notes].join("; "), record] as const;
  });

/** Plays a record, and compares each fact that it has with the same fact of what was observed, or of Hookline's own rule. */
async function compare(record: ConformanceRecord): Promise<void> {
  const difference = differences[record.id];
  const observed = observedFacts(record);
  await play(record, (played) => {
    const own =
      typeof difference?.facts === "function" ? difference.facts(played, observed) : difference?.facts;
    const expected: Partial<Facts> = { ...observed, ...own };
    const facts = Object.entries(playedFacts(played)).filter(([name]) => name in expected);
    expect(Object.fromEntries(facts)).toEqual(expected);
    if (difference) expect(expected, "a difference that is none").not.toEqual(observed);
    expect(played.strays).toEqual([]);
    also[record.id]?.(played);
  });
}

// shows: W-011 G-001 G-083
describe.concurrent("what Claude Code was observed to do", () => {
  it.each(cases.filter(([, { id }]) => !alone.has(id)))("%s", (_name, record) => compare(record));
});

describe("what it was observed to do with much of something", () => {
  it.each(cases.filter(([, { id }]) => alone.has(id)))("%s", (_name, record) => compare(record));
});

describe("the records", () => {
  it("are each in exactly one of: run, run with a difference, left out", () => {
    expect(new Set(ids).size).toBe(174);
    expect(Object.keys(differences).filter((id) => id in leftOut)).toEqual([]);
    expect(cases).toHaveLength(ids.length - Object.keys(leftOut).length);
    const tables = { differences, leftOut, scaled, partly, also };
    for (const [name, table] of Object.entries(tables))
      expect(
        Object.keys(table).filter((id) => !ids.includes(id)),
        name,
      ).toEqual([]);
  });

  it.each([
    ["k/default-timeout-pre-sleep95", 600_000],
    ["k/default-timeout-userprompt-sleep95", 30_000],
    ["k/sessionend-fine", 1_500],
  ])("%s is about a default deadline of %d ms", async (id, timeoutMs) => {
    const record = records.find((one) => one.id === id);
    const place = makePlace(() => ({}));
    try {
      if (record) place.write(hookFilesOf(record));
      const { project: cwd, env, system: systemRoot } = place;
      const engine = await createEngine({ cwd, env, systemRoot, dialects: ["native"], trust: "all" });
      expect(engine.hooks.map((hook) => hook.timeoutMs)).toEqual([timeoutMs]);
      await engine.close();
    } finally {
      await place.remove();
    }
  });
});
