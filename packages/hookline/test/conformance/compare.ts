import { describe, expect, it } from "vitest";
import { also } from "./also.ts";
import { differences } from "./differences.ts";
import type { Facts } from "./facts.ts";
import { leftOut } from "./left-out.ts";
import { observedFacts } from "./observed-facts.ts";
import type { PlayedDialect } from "./place.ts";
import { playedFacts } from "./played-facts.ts";
import { type ConformanceRecord, records } from "./record.ts";
import { scaled } from "./scaled.ts";
import { play } from "./scene.ts";

/** Records whose own noise would slow the others down, or be slowed down by them. */
const alone = new Set(["k/50-hooks-sleep1", ...Object.keys(scaled).filter((id) => id.startsWith("e/"))]);

/** Every record that is played, with the name of its test. */
export const cases = records
  .filter(({ id }) => !(id in leftOut))
  .map((record) => {
    const notes = [
      ...(differences[record.id] ? [`differs: ${differences[record.id]?.why}`] : []),
      ...(scaled[record.id] ? [`scaled: ${scaled[record.id]?.how}`] : []),
    ];
    return [[record.id, ...notes].join("; "), record] as const;
  });

/** Plays a record, and compares each fact that it has with the same fact of what was observed, or of Hookline's own rule. */
async function compare(record: ConformanceRecord, dialect: PlayedDialect): Promise<void> {
  const difference = differences[record.id];
  const observed = observedFacts(record);
  await play(record, dialect, (played) => {
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

/** Plays all records with their hooks in the files of one dialect. */
export function playAll(dialect: PlayedDialect): void {
  describe.concurrent(`hooks in the files of ${dialect}`, () => {
    it.each(cases.filter(([, { id }]) => !alone.has(id)))("%s", (_name, record) => compare(record, dialect));
  });

  describe(`hooks in the files of ${dialect} with much of something`, () => {
    it.each(cases.filter(([, { id }]) => alone.has(id)))("%s", (_name, record) => compare(record, dialect));
  });
}
