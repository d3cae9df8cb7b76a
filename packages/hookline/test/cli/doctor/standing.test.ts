import { join } from "node:path";
import { expect, it } from "vitest";
import { standingCheck } from "../../../src/cli/doctor/standing.ts";
import { commands, scratch } from "../../engine/scratch.ts";

it("tells of hooks that are paused and of events that are recorded, each with what ends it", async () => {
  const place = scratch(commands({ command: "exit 2", id: "guard" }));
  const engine = await place.engine();
  const look = () => standingCheck.run({ engine, systemRoot: "/", now: Date.now(), canary: "off" });
  expect(await look()).toEqual([]);
  await engine.pause().begin({ forMs: 600_000, reason: "the linter is broken", hook: "guard" });
  await engine.recording().start({ forMs: 3_600_000 });
  expect(await look()).toMatchObject([
    {
      severity: "warning",
      what: expect.stringMatching(/^guard is paused until .*: the linter is broken$/),
      mend: "hookline pause --end",
    },
    {
      severity: "info",
      what: expect.stringContaining("events are recorded until"),
      mend: "hookline record stop",
    },
  ]);
  await engine.pause().end();
  await engine.recording().stop();
  expect(await look()).toEqual([]);
});

it("says that a file of pauses does not count", async () => {
  const place = scratch(commands("true"));
  place.write(join(place.home, ".local/state/hookline/pause.json"), "{ half");
  const engine = await place.engine();
  const found = await standingCheck.run({ engine, systemRoot: "/", now: Date.now(), canary: "off" });
  expect(found).toMatchObject([{ severity: "error", mend: expect.stringMatching(/\w/) }]);
});
