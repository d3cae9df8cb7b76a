import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hookFilesCheck } from "../../../src/cli/doctor/hook-files.ts";
import { commands, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

describe("hook files", () => {
  it("that nobody reads are a warning: above the project, and under a wrong name", async () => {
    const place = scratch(commands("true"));
    place.write(join(place.project, "../.hookline/hooks.json"), { hooks: commands("exit 2") });
    place.write(".hookline/hook.json", { hooks: commands("exit 2") });
    expect(await findings(place, hookFilesCheck)).toMatchObject([
      {
        severity: "warning",
        where: ".hookline/hook.json",
        what: "this hook file is not read: no agent reads it there",
        mend: "it belongs into .hookline/hooks.json",
      },
      {
        severity: "warning",
        where: "../.hookline/hooks.json",
        what: expect.stringContaining("it is above the project"),
      },
    ]);
  });

  it("that are read and right are nothing to tell", async () => {
    expect(await findings(scratch(commands("true")), hookFilesCheck)).toEqual([]);
  });
});
