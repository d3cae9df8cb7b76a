import { describe, expect, it } from "vitest";
import { spawnCheck } from "../../../src/cli/doctor/spawn.ts";
import { chooseSpawn } from "../../../src/system/process/choose-host.ts";
import { commands, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

describe("how commands are started", () => {
  const found = (asked?: string) => {
    const place = scratch(commands("true"));
    return findings(place, spawnCheck, { env: { ...place.env, ...(asked && { HOOKLINE_SPAWN: asked }) } });
  };

  it("is said, with the reason", async () => {
    const { kind, why } = chooseSpawn({});
    expect(await found()).toMatchObject([
      { severity: "info", where: "commands", what: expect.stringMatching(`starts commands \\(${kind}\\): `) },
    ]);
    expect((await found())[0]?.what).toContain(why);
    expect(await found("direct")).toMatchObject([
      {
        severity: "info",
        where: "HOOKLINE_SPAWN",
        what: "the agent's own process starts commands (direct): HOOKLINE_SPAWN asks for it",
      },
    ]);
  });

  it("is a warning when somebody asked for another way", async () => {
    expect(await found("fast")).toMatchObject([
      {
        severity: "warning",
        where: "HOOKLINE_SPAWN",
        what: expect.stringContaining('HOOKLINE_SPAWN is "fast", not one of native, pool, direct'),
        mend: expect.stringContaining("write one of native, pool, direct"),
      },
    ]);
  });
});
