import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importHookFile } from "../../src/index.ts";
import { cli } from "../e2e/run-cli.ts";
import { scratch } from "../engine/scratch.ts";
import { payloadFor, saying, tables } from "./tables.ts";

describe.each(tables.filter(({ file }) => file !== "").map((rules) => [rules.dialect, rules] as const))(
  "an imported file of %s",
  (_name, rules) => {
    const imported = async (file: object) => {
      const place = scratch();
      const path = rules.file.startsWith("~/") ? join(place.home, rules.file.slice(2)) : rules.file;
      const written = place.write(path, file);
      return { place, result: await importHookFile({ file: written, cwd: place.project, env: place.env }) };
    };

    // shows: W-151
    it.each(
      rules.exits.map(
        (row) => [`${row.event} ${row.code} ${row.stdout ?? ""}|${row.stderr ?? ""}`, row] as const,
      ),
    )("decides as before: %s", async (_title, { event, code, stdout = "", stderr = "" }) => {
      const file = rules.write(event, [rules.entry(saying(stdout, stderr, code))]);
      const { place, result } = await imported(file);
      expect(result.diagnostics).toEqual([]);
      place.write(".hookline/hooks.json", result.file);
      const before = await place.engine({ dialects: [rules.dialect] });
      const after = await place.engine({ dialects: ["native"] });
      expect(after.diagnostics).toEqual([]);
      const [one, other] = [
        await before.fire(event, payloadFor(event, rules)),
        await after.fire(event, payloadFor(event, rules)),
      ];
      // What ends the turn in its own agent is feedback in a native file, and the list says so.
      const ends = result.notCarried.every(({ message }) => !message.includes("ends the turn"));
      expect([other.verdict, other.halt !== null]).toEqual([one.verdict, one.halt !== null && ends]);
      // Where the reason is stdout or else stderr, a native file has both; a reason that is made up names the hook.
      if (!one.reason.startsWith("blocked by")) expect(other.reason).toContain(one.reason);
    });

    it.each(rules.matchers.map((row) => [row.pattern, row] as const))(
      "matches as before: %s",
      async (_title, { pattern, fits, not }) => {
        const { place, result } = await imported(rules.write("PreToolUse", [rules.entry("true")], pattern));
        place.write(".hookline/hooks.json", result.file);
        const engine = await place.engine({ dialects: ["native"] });
        const matched = (tool: string) => {
          const { plan } = engine.preview("PreToolUse", { tool_name: tool, tool_input: {} });
          return plan.lanes.length > 0;
        };
        const off = engine.hooks.every(({ disabled }) => disabled !== null);
        expect(fits.filter((tool) => !matched(tool) && !off)).toEqual([]);
        expect(not.filter(matched)).toEqual([]);
      },
    );

    it("keeps the time that a hook has", async () => {
      const [{ written, ms } = { written: 1, ms: 1000 }] = rules.timeouts;
      const { place, result } = await imported(
        rules.write("PreToolUse", [rules.entry("true", { timeout: written }), rules.entry("false")]),
      );
      place.write(".hookline/hooks.json", result.file);
      const engine = await place.engine({ dialects: ["native"] });
      expect(engine.hooks.map((hook) => hook.timeoutMs)).toEqual([ms, rules.defaultTimeoutMs]);
    });
  },
);

describe("hookline import", () => {
  const forge = {
    hooks: [{ event: "tool:pre_execute:bash", command: "echo 'Running bash: $TOOL_ARGS'", timeout: 5 }],
  };

  it("prints the native file, and lists what could not be carried over", async () => {
    const place = scratch();
    place.write(".forge/hooks.json", forge);
    const { status, stdout, stderr } = await cli(["import", ".forge/hooks.json"], {
      cwd: place.project,
      env: place.env,
    });
    expect(status).toBe(0);
    const [hook] = JSON.parse(stdout).hooks.PreToolUse[0].hooks;
    expect(hook).toMatchObject({ type: "command", timeout: 5, enabled: false });
    expect(stderr).toMatch(/\.forge\/hooks\.json:\d+:\d+: \$TOOL_ARGS is not filled in.*switched off/);
    expect(stderr).toMatch(/could not be carried over, listed above/);
  });

  it("writes a file, and never over one", async () => {
    const place = scratch();
    place.write(".forge/hooks.json", forge);
    const call = ["import", ".forge/hooks.json", "--output", ".hookline/hooks.json"];
    const first = await cli(call, { cwd: place.project, env: place.env });
    expect([first.status, first.stdout]).toEqual([0, ""]);
    const text = readFileSync(join(place.project, ".hookline/hooks.json"), "utf8");
    expect(JSON.parse(text).hooks.PreToolUse).toHaveLength(1);
    const second = await cli(call, { cwd: place.project, env: place.env });
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining("there is a file already")]);
    expect(readdirSync(join(place.project, ".hookline"))).toEqual(["hooks.json"]);
  });

  it("names what stood at the top of the file and has no native form", async () => {
    const place = scratch();
    const agent = {
      name: "reviewer",
      hooksMode: "replace",
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] },
    };
    place.write(".wingman/agents/reviewer/agent.json", agent);
    place.write(".forge/hooks.json", { ...forge, stop_on_failure: false });
    const given = { cwd: place.project, env: place.env };
    const wingman = await cli(["import", ".wingman/agents/reviewer/agent.json"], given);
    expect(wingman.stderr).toMatch(/"hooksMode" at the top of the file has no native form/);
    expect(JSON.parse(wingman.stdout).hooks.PreToolUse[0].hooks[0].when).toContain('["reviewer"]');
    expect((await cli(["import", ".forge/hooks.json"], given)).stderr).toMatch(
      /"stop_on_failure" at the top/,
    );
  });

  it("asks for the dialect where the path does not tell, and takes it", async () => {
    const place = scratch();
    place.write("hooks.json", forge);
    const given = { cwd: place.project, env: place.env };
    const asked = await cli(["import", "hooks.json"], given);
    expect([asked.status, asked.stdout]).toEqual([1, ""]);
    expect(asked.stderr).toMatch(/add --dialect; known are: .*forge/);
    const missing = await cli(["import", "nowhere.json"], given);
    expect([missing.status, missing.stderr]).toEqual([1, "hookline: nowhere.json: there is no such file\n"]);
    expect((await cli(["import", "hooks.json", "--dialect", "forge"], given)).status).toBe(0);
    const wrong = await cli(["import", "hooks.json", "--dialect", "nobody"], given);
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining('"nobody"')]);
  });

  it.each([
    ["no file", null, /there is no such file/],
    ["no JSON", "{ hooks", /hooks\.json:1:/],
    ["no list", '{ "hooks": {} }', /"hooks" must be a list/],
  ])("says what is wrong: %s", async (_title, text, said) => {
    const place = scratch();
    if (text !== null) place.write(".forge/hooks.json", text);
    const { status, stdout, stderr } = await cli(["import", ".forge/hooks.json"], {
      cwd: place.project,
      env: place.env,
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(said);
  });
});
