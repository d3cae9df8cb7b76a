import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gatherEvents, isLate, tracedEvents } from "../../../src/cli/trace/events.ts";
import { traceFollower } from "../../../src/cli/trace/follow.ts";
import { traceRecords } from "../../../src/cli/trace/records.ts";
import { aWrite, scratch } from "../../engine/scratch.ts";

function trace() {
  const { home } = scratch();
  const folder = join(home, "trace");
  mkdirSync(folder);
  const line = (eventId: string, at = 1e12) =>
    `${JSON.stringify({ at, level: "debug", eventId, step: "decode", data: {} })}\n`;
  const day = (name: string) => join(folder, `${name}.jsonl`);
  const read = traceFollower(home, 0);
  return { line, day, next: () => [...read()].map(({ eventId }) => eventId) };
}

describe("a trace that is followed", () => {
  it("gives each line once, and a half one when it is whole", () => {
    const { line, day, next } = trace();
    expect(next()).toEqual([]);
    writeFileSync(day("2026-01-01"), line("a"));
    expect(next()).toEqual(["a"]);
    expect(next()).toEqual([]);
    const half = line("ü");
    appendFileSync(day("2026-01-01"), Buffer.from(half).subarray(0, 50));
    expect(next()).toEqual([]);
    appendFileSync(
      day("2026-01-01"),
      Buffer.concat([Buffer.from(half).subarray(50), Buffer.from(line("c"))]),
    );
    expect(next()).toEqual(["ü", "c"]);
  });

  it("goes on over midnight, in both files", () => {
    const { line, day, next } = trace();
    writeFileSync(day("2026-01-01"), line("a"));
    next();
    writeFileSync(day("2026-01-02"), line("b"));
    appendFileSync(day("2026-01-01"), line("late"));
    expect(next()).toEqual(["late", "b"]);
  });

  it("begins anew where a file was cut, replaced or removed", () => {
    const { line, day, next } = trace();
    const file = day("2026-01-01");
    writeFileSync(file, line("a") + line("b"));
    expect(next()).toEqual(["a", "b"]);
    truncateSync(file);
    appendFileSync(file, line("c"));
    expect(next()).toEqual(["c"]);
    writeFileSync(`${file}.new`, line("d") + line("e") + line("f"));
    renameSync(`${file}.new`, file);
    expect(next()).toEqual(["d", "e", "f"]);
    rmSync(file);
    expect(next()).toEqual([]);
  });

  it("refuses what is no regular file, with what to do", () => {
    const { day, next } = trace();
    symlinkSync("/etc/passwd", day("2026-01-01"));
    expect(next).toThrow(
      /2026-01-01\.jsonl is no regular file, so the trace cannot be told; move it away: mv /,
    );
  });

  it("passes over what is no record", () => {
    const { line, day, next } = trace();
    writeFileSync(day("2026-01-01"), `nonsense\n${line("a")}\0\0\n`);
    expect(next()).toEqual(["a"]);
  });
});

describe("hooks that nobody waits for", () => {
  it("are told when they have ended, also if that was before those that are waited for", async () => {
    const hooks = [
      { type: "command", id: "quick", command: "true", async: true },
      { type: "command", id: "guard", command: "sleep 0.2" },
      { type: "command", id: "late", command: "sleep 0.4; exit 3", async: true },
    ];
    const place = scratch({ PreToolUse: [{ hooks }] });
    const engine = await place.engine({ trace: "digest" });
    const { eventId } = await engine.fire("PreToolUse", aWrite);
    await engine.drain();
    const records = [...traceRecords(engine.stateFolder)];
    const gather = gatherEvents();
    const told = records.flatMap((record) => gather(record));
    expect(
      told.map((one) => (isLate(one) ? [one.run.hook, one.run.fault, one.of.eventId] : [one.eventId])),
    ).toEqual([[eventId], ["quick", null, eventId], ["late", "crash", eventId]]);
    // A process that takes up the event again, for its background hooks alone, does not tell it twice.
    const again = records.filter(({ data }) => data.background !== true);
    expect([...tracedEvents([...records, ...again])]).toHaveLength(1);
  });
});
