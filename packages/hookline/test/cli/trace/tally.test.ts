import { symlinkSync } from "node:fs";
import { expect, it } from "vitest";
import { tallyKey, tallyTrace } from "../../../src/cli/trace/tally.ts";
import { aWrite, commands, scratch } from "../../engine/scratch.ts";

it("counts the runs, verdicts, faults and times of each hook, and of this project alone", async () => {
  const place = scratch(
    commands(
      { id: "no", command: "exit 2" },
      { id: "bad", command: "exit 9" },
      { id: "bg", command: "true", async: true },
    ),
  );
  const other = scratch(commands({ id: "no", command: "true" }));
  const engine = await place.engine({ trace: "digest" });
  const elsewhere = await other.engine({
    trace: "digest",
    env: { ...other.env, XDG_STATE_HOME: `${place.home}/.local/state` },
  });
  for (let time = 0; time < 3; time++) await engine.fire("PreToolUse", aWrite);
  await engine.drain();
  await elsewhere.fire("PreToolUse", aWrite);
  const tally = tallyTrace(engine.stateFolder, place.project, 0);
  const of = (id: string) => tally.hooks.get(tallyKey(id, "PreToolUse", ".hookline/hooks.json"));
  expect(tally.events).toBe(3);
  expect(tally.byEvent.get("PreToolUse")).toEqual({
    count: 3,
    subjects: new Map([["Write", 3]]),
    matched: new Map([
      ["no", 3],
      ["bad", 3],
      ["bg", 3],
    ]),
  });
  expect(of("no")).toMatchObject({ runs: 3, verdicts: { deny: 3 }, faults: {}, lastFault: null });
  expect(of("bad")).toMatchObject({
    runs: 3,
    verdicts: {},
    faults: { crash: 3 },
    lastFault: { fault: "crash" },
  });
  expect(of("bg")).toMatchObject({ runs: 3, verdicts: { pass: 3 }, waitedMs: 0 });
  expect(of("no")?.times.count).toBe(3);
  expect(of("no")?.waitedMs).toBeGreaterThan(0);
  symlinkSync(place.project, `${place.home}/link`);
  expect(tallyTrace(engine.stateFolder, `${place.home}/link`, 0).events).toBe(3);
  expect(tallyTrace(engine.stateFolder, place.project, Date.now() + 1000).events).toBe(0);
});
