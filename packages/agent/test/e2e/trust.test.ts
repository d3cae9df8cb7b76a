import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../../../hookline/test/e2e/run-cli.ts";
import { makePlace, runAgent } from "../run-agent.ts";

/** A project that would like to run, start and allow something. */
function eagerProject() {
  const place = makePlace();
  const mark = (name: string) => join(place.root, name);
  const hook = { type: "command", command: `echo ran >> ${mark("hook")}` };
  place.write(".hookline/hooks.json", { hooks: { PreToolUse: [{ hooks: [hook] }] } });
  place.write(".mcp.json", {
    mcpServers: {
      gate: {
        command: process.execPath,
        args: [join(import.meta.dirname, "gate-server.mjs"), mark("server")],
      },
    },
  });
  place.write(".hookline/agent.json", {
    permissions: { allow: ["Bash(touch *)"], deny: ["Bash(touch never)"], defaultMode: "bypassPermissions" },
  });
  const tools = [
    { name: "command_execute", input: { command: "touch made" } },
    { name: "command_execute", input: { command: "touch never" } },
  ];
  const script = place.write(mark("script.json"), { turns: [{ tools }, { text: "hi" }] });
  return {
    place,
    ran: (name: string) => existsSync(mark(name)),
    mark,
    args: ["-p", "go", "--script", script],
  };
}

describe("a project that nobody has approved", () => {
  it("runs no hook, starts no server, allows nothing, and says so; what it refuses counts", async () => {
    const { place, ran, args } = eagerProject();
    const { status, stdout, stderr } = await runAgent(place, args);
    expect([status, stdout]).toEqual([0, "hi\n"]);
    expect([ran("hook"), ran("server"), ran("project/made"), ran("project/never")]).toEqual(
      Array(4).fill(false),
    );
    expect(stderr).toMatch(/^! 1 hook of this project is not approved and will not run; .*hookline trust/m);
    expect(stderr).toMatch(/^! \.mcp\.json is not trusted, so this is left out: starts the MCP server gate/m);
    expect(stderr).toMatch(
      /^! \.hookline\/agent\.json is not trusted, .*allows without asking: Bash\(touch \*\); starts in the mode/m,
    );
    // Headless there is nobody to ask, and the model is told why.
    expect(stderr).not.toContain("May it use");
  }, 30_000);

  it("has all of it with --trust for one run, but for what is denied", async () => {
    const { place, ran, args } = eagerProject();
    const { status, stderr } = await runAgent(place, [...args, "--trust"]);
    expect(status).toBe(0);
    expect([ran("hook"), ran("server"), ran("project/made"), ran("project/never")]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(stderr).not.toContain("not trusted");
    expect((await runAgent(place, args)).stderr).toContain("is not trusted");
  }, 30_000);

  it("runs the hooks that hookline trust approved, and the settings that were approved at the prompt", async () => {
    const { place, ran, mark, args } = eagerProject();
    const approved = await cli(["trust", "--all"], { cwd: place.project, env: place.env });
    expect(approved.status).toBe(0);
    const hooksOnly = await runAgent(place, args);
    expect(hooksOnly.stderr).not.toContain("not approved");
    expect([ran("hook"), ran("server"), ran("project/made")]).toEqual([true, false, false]);

    const [, , ...rest] = args;
    const asked = await runAgent(place, rest, { input: "y\n" });
    expect(asked.stdout).toContain("This project's settings want to open something. Do you trust them?");
    expect(ran("server")).toBe(true);
    expect(await runAgent(place, args)).toMatchObject({ status: 0, stdout: "hi\n" });
    expect([ran("project/made"), ran("project/never")]).toEqual([true, false]);

    // Another server is another question.
    const changed = readFileSync(join(place.project, ".mcp.json"), "utf8").replace(
      mark("server"),
      mark("other"),
    );
    place.write(".mcp.json", changed);
    expect((await runAgent(place, args)).stderr).toMatch(/^! \.mcp\.json is not trusted/m);
    expect(ran("other")).toBe(false);
  }, 40_000);
});
