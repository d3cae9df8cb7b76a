import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

const group = (matcher: string) => ({
  PreToolUse: [{ matcher, hooks: [{ type: "command", command: "exit 0" }] }],
});

describe("hookline list with files of several agents", () => {
  it("shows the source, the dialect, and what each matcher means there", async () => {
    const place = scratch();
    place.write(".wingman/wingman.config.json", { hooks: group(".*_file") });
    place.write(".config/agent/settings.json", { hooks: group("mcp__*") });
    place.write(".forge/hooks.json", { hooks: [{ event: "tool:*:write", command: "true" }] });
    const { status, stdout } = await cli(["list", "--json"], { cwd: place.project, env: place.env });
    expect(status).toBe(0);
    const rows = JSON.parse(stdout).map(
      ({ event, dialect, matcher, meaning, source }: Record<string, string>) =>
        [event, dialect, matcher, meaning, source?.replace(/:\d+:\d+$/, "")].join(" | "),
    );
    expect(rows).toEqual([
      "PreToolUse | wingman | .*_file | names that are /.*_file/ | .wingman/wingman.config.json",
      "PreToolUse | forge | write | exactly write | .forge/hooks.json",
      "PostToolUse | forge | write | exactly write | .forge/hooks.json",
      "PostToolUseFailure | forge | write | exactly write | .forge/hooks.json",
      "PreToolUse | cli-agent | mcp__* | names that begin with mcp__ | .config/agent/settings.json",
    ]);
  });

  it("warns where one pattern means different things in two of them", async () => {
    const place = scratch();
    place.write(".wingman/wingman.config.json", { hooks: group("mcp__*") });
    place.write(".config/agent/settings.json", { hooks: group("mcp__*") });
    const { stderr } = await cli(["list"], { cwd: place.project, env: place.env });
    const two = stderr.split("\n").filter((line) => line.includes(" would mean "));
    expect(two).toEqual([
      expect.stringMatching(
        /^\.wingman\/wingman\.config\.json:\d+:\d+: "mcp__\*" means names that are \/mcp__\*\/ in Wingman; in CLI-Agent, .* names that begin with mcp__;/,
      ),
      expect.stringMatching(
        /^\.config\/agent\/settings\.json:\d+:\d+: "mcp__\*" means names that begin with mcp__ in CLI-Agent; in Wingman, .* names that are \/mcp__\*\/;/,
      ),
    ]);
  });

  it.each(["Bash", "write_file|edit_file", "*", ""])(
    "says nothing where all mean the same: %j",
    async (pattern) => {
      const place = scratch();
      place.write(".wingman/wingman.config.json", { hooks: group(pattern) });
      place.write(".config/agent/settings.json", { hooks: group(pattern) });
      const { stderr } = await cli(["list"], { cwd: place.project, env: place.env });
      expect(stderr).toBe("");
    },
  );
});

describe("hookline list and the state of hooks", () => {
  const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
  const fire = (place: Scratch) =>
    run(place, "fire", "PreToolUse", "--tool", "Write", "--input", '{"file_path":"a"}');

  it("shows the trust in each", async () => {
    const place = scratch(commands({ id: "guard", command: "sh guard.sh" }, { id: "new", command: "true" }));
    place.write("guard.sh", "exit 0");
    place.write(join(place.home, ".config/hookline/hooks.json"), {
      hooks: commands({ id: "mine", command: "true" }),
    });
    await run(place, "trust", "guard");
    const rows = async () =>
      JSON.parse((await run(place, "list", "--json")).stdout).map((row: Record<string, string>) => [
        row.id,
        row.state,
        row.trust,
      ]);
    expect(await rows()).toEqual([
      ["mine", "active", "own"],
      ["guard", "active", "trusted"],
      ["new", "untrusted", "untrusted"],
    ]);
    place.write("guard.sh", "exit 1");
    expect((await rows())[1]).toEqual(["guard", "untrusted", "modified"]);
    const { stdout } = await run(place, "list");
    expect(stdout).toMatch(/^ {2}guard {2}command {2}modified {2}/m);
    expect(stdout).toContain("      modified since it was approved: guard.sh changed\n");
  });

  it("shows guards that failed open, and hooks that broke", async () => {
    const place = scratch(
      commands({ id: "open", command: "exit 1" }, { id: "shut", command: "exit 3", mode: "warn" }),
    );
    await run(place, "trust", "--all");
    expect(JSON.parse((await run(place, "list", "--json")).stdout)[0].health).toBeNull();
    await fire(place);
    await fire(place);
    const { stdout } = await run(place, "list");
    expect(stdout).toContain("      failed open 2 times, last: crash, just now\n");
    expect(stdout).toContain("      broke 2 times, last: crash, just now\n");
    const [open, shut] = JSON.parse((await run(place, "list", "--json")).stdout);
    expect(open.health).toMatchObject({
      faults: 2,
      failedOpen: 2,
      last: { event: "PreToolUse", fault: "crash", detail: "exit code 1", failedOpen: true },
    });
    expect(Date.parse(open.health.last.at)).toBeGreaterThanOrEqual(Date.parse(open.health.since));
    expect(shut.health).toMatchObject({ faults: 2, failedOpen: 0 });
  });
});
