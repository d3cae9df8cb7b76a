import { describe, expect, it } from "vitest";
import { tracedEvents } from "../../../src/cli/trace/events.ts";
import { traceFiles, traceRecords } from "../../../src/cli/trace/records.ts";
import { aWrite, commands, scratch } from "../../engine/scratch.ts";

describe("the events of a trace", () => {
  it("are told whole: project, session, subject, each run with its source and verdict, and what was skipped", async () => {
    const place = scratch(
      commands({ command: "exit 2", id: "no" }, { command: "true", id: "off", enabled: false }),
    );
    const engine = await place.engine({ trace: "digest", sessionId: "s-1" });
    const { eventId } = await engine.fire("PreToolUse", aWrite);
    await engine.fire("PreToolUse", aWrite);
    const [first, ...others] = [...tracedEvents(traceRecords(engine.stateFolder))];
    expect(others).toHaveLength(1);
    expect(first).toMatchObject({
      eventId,
      event: "PreToolUse",
      project: place.project,
      session: "s-1",
      subject: "Write",
      matched: ["no", "off"],
      skipped: [{ hook: "off", why: expect.stringContaining("disabled") }],
      runs: [{ hook: "no", type: "command", mode: "enforce", exitCode: 2, verdict: "deny", fault: null }],
      verdict: "deny",
    });
    expect(first?.runs[0]?.source).toMatch(/^\.hookline\/hooks\.json:\d+:\d+$/);
  });

  it("are those since a moment, and lines that are no records are passed over", async () => {
    const place = scratch(commands("true"));
    const engine = await place.engine({ trace: "digest" });
    await engine.fire("PreToolUse", aWrite);
    place.write(`${engine.stateFolder}/trace/2020-01-01.jsonl`, 'not json\n{"at":1}\n');
    expect(traceFiles(engine.stateFolder)).toHaveLength(2);
    expect(traceFiles(engine.stateFolder, Date.now() - 1000)).toHaveLength(1);
    expect([...tracedEvents(traceRecords(engine.stateFolder))]).toHaveLength(1);
    expect([...traceRecords(engine.stateFolder, Date.now() + 60_000)]).toEqual([]);
  });
});
