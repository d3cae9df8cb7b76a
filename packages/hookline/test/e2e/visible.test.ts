import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

/** What a terminal would obey, and a line that looks like one of ours. */
const sign = "\u001b]0;x\u0007\u001b[2J\r\u202e\u009b31m";
const fake = `${sign}\nfake.json:1:1: all is fine`;

describe("what an unapproved project wrote", () => {
  it.each([
    [["list"]],
    [["trust"]],
    [["fire", "PreToolUse", "--tool", fake, "--input", "{}"]],
    [["fire", "PreToolUse", "--tool", "a", "--input", "{}", "-v"]],
    [["import", ".forge/hooks.json"]],
  ])("is shown by %j, and not obeyed by a terminal", async (args) => {
    const place = scratch();
    const entry = { id: `a${fake}`, description: fake, event: "tool:pre_execute", command: `echo ${sign}` };
    place.write(".forge/hooks.json", {
      hooks: [entry, { event: fake, command: "a" }, { ...entry, [fake]: 1 }],
    });
    const agent = join(place.project, `.wingman/agents/a${fake.replaceAll("/", "")}`);
    mkdirSync(agent, { recursive: true });
    writeFileSync(join(agent, "agent.json"), "{");
    const { stdout, stderr } = await cli(args, { cwd: place.project, env: place.env });
    const all = stdout + stderr;
    expect(all.length).toBeGreaterThan(100);
    expect(all).not.toMatch(/[\u001b\u0007\r\u202e\u009b]/);
    expect(all).not.toMatch(/^fake\.json/m);
  });
});
