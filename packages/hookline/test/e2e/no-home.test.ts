import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

describe("a home folder that is none", () => {
  it.each(["", ".", "sub/.."])("%j does not make the files of a project those of the user", async (HOME) => {
    const place = scratch();
    const command = `touch ${join(place.project, "ran")}`;
    const hooks = { Stop: [{ hooks: [{ id: "planted", type: "command", command }] }] };
    place.write(".config/hookline/hooks.json", { hooks });
    place.write(".claude/settings.json", { hooks });
    const env = { ...place.env, HOME, XDG_STATE_HOME: join(place.system, "state") };
    const given = { cwd: place.project, env, input: '{"stop_hook_active":false}' };
    for (const args of [["fire", "Stop"], ["doctor"]]) await cli(args, given);
    expect(existsSync(join(place.project, "ran"))).toBe(false);
    expect(existsSync(join(place.project, ".local"))).toBe(false);
  });
});
