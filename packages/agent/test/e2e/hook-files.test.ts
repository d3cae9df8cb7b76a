import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlace, type Place, runAgent } from "../run-agent.ts";
import { several, stack } from "./several.ts";

const turns = { turns: [{ text: "hi" }] };
const invalid = { type: "command" };
const group = (entry: object) => ({ hooks: { PreToolUse: [{ hooks: [entry] }] } });
const managed = ({ system }: Place) => join(system, "etc/hookline/hooks.json");
const user = ({ home }: Place) => join(home, ".config/hookline/hooks.json");
const team = ({ project }: Place) => join(project, ".hookline/hooks.json");

type File = readonly [path: (place: Place) => string, content: unknown];

function start(files: readonly File[], args: readonly string[] = []) {
  const place = makePlace();
  for (const [path, content] of files) place.write(path(place), content);
  const script = place.write(join(place.root, "script.json"), turns);
  return runAgent(place, ["-p", "go", "--trust", "--script", script, ...args]);
}

describe("hook files that are wrong", () => {
  it("are told with their place, and the session goes on without them", async () => {
    const cases: readonly (readonly [readonly File[], RegExp])[] = [
      [
        [[team, '{\n  "hooks": {,\n}']],
        /^! \.hookline\/hooks\.json:2:13: .*; none of its hooks is in force/m,
      ],
      [[[team, group(invalid)]], /^! \.hookline\/hooks\.json:\d+:\d+: .*command.*left out/m],
      [[[user, "[]"]], /^! ~\/\.config\/hookline\/hooks\.json:1:1: /m],
      [[[team, { hooks: { PreTolUse: [] } }]], /^! \.hookline\/hooks\.json:\d+:\d+: .*PreTolUse/m],
    ];
    const ends = await several(cases, ([files]) => start(files));
    for (const [index, end] of ends.entries()) {
      const line = cases[index]?.[1] ?? /^$/;
      expect(end).toMatchObject({ status: 0, stdout: "hi\n" });
      expect(end.stderr).toMatch(line);
      expect(end.stderr).not.toMatch(stack);
    }
  }, 60_000);

  it("that must hold keep the agent from starting", async () => {
    const blocking = group({ ...invalid, onFailure: "block" });
    const cases: readonly (readonly [string, readonly File[], RegExp])[] = [
      ["a managed file that is broken", [[managed, "{"]], /etc\/hookline\/hooks\.json:1:2: /],
      ["a managed file that is a folder", [[(place) => join(managed(place), "x"), ""]], /hooks\.json:1:1: /],
      [
        "a managed entry that is invalid",
        [[managed, group(invalid)]],
        /etc\/hookline\/hooks\.json:\d+:\d+: /,
      ],
      ["an entry that must hold", [[team, blocking]], /\.hookline\/hooks\.json:\d+:\d+: /],
      [
        "an entry that must hold, beside a file that need not",
        [
          [user, "{"],
          [team, blocking],
        ],
        /\.hookline\/hooks\.json:\d+:\d+: /,
      ],
      [
        "a broken file in which an entry must hold",
        [[team, '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "onFailure": "block"']],
        /\.hookline\/hooks\.json:1:\d+: /,
      ],
      [
        "a broken file with a policy",
        [[user, '{"hooks": {"PreToolUse": [{"hooks": [{"type": "policy"']],
        /hooks\.json:1:\d+: /,
      ],
      [
        "managed settings that are broken",
        [[({ system }) => join(system, "etc/hookline/agent.json"), "{"]],
        /agent\.json:1:\d+: /,
      ],
    ];
    const ends = await several(cases, ([, files]) => start(files));
    for (const [index, { status, stdout, stderr }] of ends.entries()) {
      const [what, , line] = cases[index] ?? ["", [], /^$/];
      expect([status, stdout], what).toEqual([1, ""]);
      expect(stderr, what).toMatch(line);
      expect(stderr, what).toMatch(
        /^hookline-agent: (a hook that must hold|the managed settings) cannot be .*\n$/m,
      );
      expect(stderr, what).not.toMatch(stack);
    }
  }, 60_000);
});

describe("settings files that are wrong", () => {
  it("are told with their place, and what is right in them counts", async () => {
    const settings = (text: string): File => [({ project }) => join(project, ".hookline/agent.json"), text];
    const [broken, partly] = await several(
      [
        settings('{"permissions": '),
        settings('{\n  "permissions": {"defaultMode": "yolo", "deny": ["Bash(rm *)"]},\n  "zork": 1\n}'),
      ],
      (file) => start([file]),
    );
    expect(broken).toMatchObject({ status: 0, stdout: "hi\n" });
    expect(broken?.stderr).toMatch(/^! \.hookline\/agent\.json:1:\d+: /m);
    expect(partly).toMatchObject({ status: 0, stdout: "hi\n" });
    expect(partly?.stderr).toMatch(/^! \.hookline\/agent\.json:2:\d+: "defaultMode" is no mode/m);
    expect(partly?.stderr).toMatch(/^! \.hookline\/agent\.json:3:\d+: "zork" is not known/m);
  }, 30_000);
});

describe("an MCP server that cannot start", () => {
  it("is told, and the session goes on", async () => {
    const servers = {
      mcpServers: { gone: { command: "/no/such/program" }, dies: { command: "sh", args: ["-c", "exit 3"] } },
    };
    const end = await start([[({ project }) => join(project, ".mcp.json"), servers]]);
    expect(end).toMatchObject({ status: 0, stdout: "hi\n" });
    expect(end.stderr).toMatch(/^! .*gone.*/m);
    expect(end.stderr).toMatch(/^! .*dies.*/m);
    expect(end.stderr).not.toMatch(stack);
  }, 30_000);
});

describe("a session folder that cannot be written", () => {
  it("is one clear line", async () => {
    const place = makePlace();
    place.write(join(place.root, "state"), "a file where a folder should be");
    const script = place.write(join(place.root, "script.json"), turns);
    const end = await runAgent(place, ["-p", "go", "--script", script]);
    expect(end).toMatchObject({ status: 1, stdout: "" });
    expect(end.stderr).toMatch(/^hookline-agent: [^\n]*state[^\n]*\n$/);
  });
});
