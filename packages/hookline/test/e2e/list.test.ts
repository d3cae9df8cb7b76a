import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
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
