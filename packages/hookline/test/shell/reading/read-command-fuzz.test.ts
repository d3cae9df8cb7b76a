import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { readCommand } from "../../../src/shell/reading/read-command.ts";
import { commandText, shellSign } from "./command-pieces.ts";
import { fitOf } from "./fits-reading.ts";
import { makeStandIns } from "./stand-ins.ts";

const runs = Number(process.env.READING_FUZZ_RUNS ?? 150);
const seed = Number(process.env.READING_FUZZ_SEED ?? 5);
const place = makeStandIns();
afterAll(place.remove);

describe("the reading beside real bash", () => {
  it("tells every program that bash starts, or says that it cannot", { timeout: 120_000 }, () => {
    const texts = fc
      .sample(commandText, { numRuns: runs, seed })
      .map((text, index) =>
        index % 2 === 0 ? text : `v=rm w='prog2 -y'; l=(cp a 'b c'); set -- prog1 q\n${text}`,
      );
    const counts = { told: 0, unsure: 0, missed: 0 };
    const missed: string[] = [];
    const wronglyRead: string[] = [];
    place.run(texts).forEach(({ started, valid }, index) => {
      const text = texts[index] ?? "";
      const reading = readCommand(text, { HOME: "/home/me" });
      if (!valid && reading.unread === null) wronglyRead.push(text);
      for (const program of started) {
        const fit = fitOf(reading, program, place.folder);
        counts[fit] += 1;
        if (fit === "missed") missed.push(`${text}\n=> ${JSON.stringify(program)}`);
      }
    });
    missed.sort((one, other) => one.length - other.length);
    expect(missed.slice(0, Number(process.env.READING_FUZZ_SHOW ?? 3)), `${missed.length} missed`).toEqual(
      [],
    );
    expect(wronglyRead.slice(0, 3)).toEqual([]);
    // A reading that is always unsure would be worth nothing.
    expect(counts.told / (counts.told + counts.unsure)).toBeGreaterThan(0.6);
    if (process.env.READING_FUZZ_RUNS) console.log(counts);
  });

  it("reads nothing as a whole that bash does not take", () => {
    const texts = fc
      .sample(fc.array(shellSign, { minLength: 1, maxLength: 12 }), { numRuns: runs * 4, seed })
      .map((signs) => signs.join("").replace(/\\+$/, ""));
    const refused = place.refused(texts);
    expect(refused.length).toBeGreaterThan(runs);
    expect(
      refused
        .filter((text) => readCommand(text, {}).unread === null)
        .slice(0, Number(process.env.READING_FUZZ_SHOW ?? 3)),
    ).toEqual([]);
  });
});
