import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { switchedSchema } from "../../src/cli/switch/switch-hook.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const text = `{
  "hooks": {
    // looks at every command
    "PreToolUse": [
      { "hooks": [
        { "id": "guard", "type": "command", "command": "exit 2" }, // strict
        { "type": "command", "command": "true" }
      ] }
    ]
  }
}
`;
const file = ".hookline/hooks.json";

function project(): Scratch {
  const place = scratch();
  place.write(file, text);
  return place;
}
const run = (place: Scratch, ...args: string[]) => cli(args, { cwd: place.project, env: place.env });
const read = ({ project }: Scratch, path = file) => readFileSync(join(project, path), "utf8");
const valid = new Ajv2020({ strict: false }).compile(switchedSchema);

describe("hookline enable and disable", () => {
  it("switch a hook off and on: it does not run, comments stay, and its approval does too", async () => {
    const place = project();
    await run(place, "trust", "--all");
    const off = await run(place, "disable", "guard");
    expect(off).toEqual({
      status: 0,
      stdout: `guard is off now (${file}:6:9)\n  undo: hookline enable guard\n`,
      stderr: "",
    });
    expect(read(place)).toBe(text.replace('"exit 2" }', '"exit 2", "enabled": false }'));
    expect((await run(place, "trust")).stdout).toBe("nothing here waits for approval\n");
    const fire = ["fire", "PreToolUse", "--tool", "Bash", "--input", '{"command":"ls"}'];
    expect((await run(place, ...fire)).status).toBe(0);
    expect((await run(place, "disable", "guard")).stdout).toBe(`guard is off already (${file}:6:9)\n`);
    const on = await run(place, "enable", "guard", "--json");
    expect(valid(JSON.parse(on.stdout)), JSON.stringify(valid.errors)).toBe(true);
    expect(JSON.parse(on.stdout)).toMatchObject({ id: "guard", state: "on", changed: true, still: null });
    expect(read(place)).toBe(text);
    expect((await run(place, ...fire)).status).toBe(2);
  });

  it("lose no switch when several are thrown at once", async () => {
    const place = scratch();
    const ids = ["a", "b", "c", "d", "e", "f"];
    const hooks = ids.map((id) => ({ id, type: "command", command: `echo ${id}` }));
    place.write(file, { hooks: { PreToolUse: [{ hooks }] } });
    const ended = await Promise.all(ids.map((id) => run(place, "disable", id, "--quiet")));
    expect(ended.map(({ status }) => status)).toEqual(ids.map(() => 0));
    expect(read(place).match(/"enabled":\s*false/g)).toHaveLength(ids.length);
  });

  it("find an entry without an id, and say that its id has changed", async () => {
    const place = project();
    await run(place, "trust", "--all");
    const { stdout } = await run(place, "list", "--json");
    const id: string = JSON.parse(stdout)[1].id;
    const off = await run(place, "disable", id);
    expect(off.stdout).toMatch(/it has no id of its own: it is called PreToolUse-[0-9a-f]{8} now/);
    const [, now = ""] = /hookline enable (\S+)/.exec(off.stdout) ?? [];
    expect((await run(place, "enable", now, "--quiet")).stdout).toBe("");
    expect(read(place)).toBe(text);
    expect((await run(place, "trust")).stdout).toBe("nothing here waits for approval\n");
  });

  it("say what still keeps a hook from running", async () => {
    const place = project();
    expect((await run(place, "enable", "guard")).stdout).toContain(
      "it does not run all the same: not approved",
    );
  });

  it("refuse what is not theirs to switch, with one line that says what to do", async () => {
    const place = project();
    place.write(".claude/settings.json", {
      hooks: { Stop: [{ hooks: [{ type: "command", command: "true" }] }] },
    });
    place.write(".hookline/hooks.local.json", text);
    const rows = JSON.parse((await run(place, "list", "--json")).stdout);
    const foreign: string = rows.find((row: { dialect: string }) => row.dialect === "claude-code").id;
    for (const [args, said] of [
      [["disable", "gaurd"], /^hookline: there is no hook "gaurd"; did you mean "guard"\?\n$/],
      [
        ["disable", foreign],
        /^hookline: .* is an entry of Claude Code, in \.claude\/settings\.json:\d.*hookline import/,
      ],
      [
        ["disable", "guard"],
        /is in several files: \.hookline\/hooks\.json:6:9, \.hookline\/hooks\.local\.json:6:9; .*--file\n$/,
      ],
      [["disable", "guard", "--file", "x"], /--file x: "guard" is not in it/],
      [["disable"], /missing required argument 'id'/],
    ] as const) {
      const ended = await run(place, ...args);
      expect(ended.status, args.join(" ")).toBe(1);
      expect(ended.stderr.replace(/^(?!hookline: |error: ).*\n/gm, "")).toMatch(said);
    }
    expect((await run(place, "disable", "guard", "--file", "local")).status).toBe(0);
    expect(read(place)).toBe(text);
    expect(read(place, ".hookline/hooks.local.json")).toContain('"enabled": false');
  });

  it("leave a broken file alone, and say where it is broken", async () => {
    const place = project();
    place.write(file, text.replace("]\n  }", "\n  }"));
    const ended = await run(place, "disable", "guard");
    expect([ended.status, ended.stdout]).toEqual([1, ""]);
    expect(ended.stderr).toMatch(/^\.hookline\/hooks\.json:\d+:\d+: /);
  });

  it("are the same on a terminal, and say their exit status in the help", async () => {
    const place = project();
    const shown = await onTerminal(["disable", "guard"], { cwd: place.project, env: place.env });
    expect([shown.status, shown.stdout]).toEqual([0, expect.stringContaining("guard is off now")]);
    for (const verb of ["enable", "disable"]) {
      const { status, stdout } = await run(place, verb, "--help");
      expect(status).toBe(0);
      expect(stdout).toContain(`hookline ${verb} guard`);
      expect(stdout).toContain("Exit status: 0");
    }
  });
});
