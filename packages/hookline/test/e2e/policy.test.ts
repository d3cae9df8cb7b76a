import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allPacks } from "../../src/policy/packs/all.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

const rule = (given: object = {}) => ({ id: "a", verdict: "deny", when: "true", reason: "do not", ...given });
const noRm = rule({
  id: "no-rm",
  each: "command",
  when: 'command.program == "rm"',
  owner: "sec",
  severity: "high",
  expires: "2999-01-31",
});
const askPush = rule({
  id: "push",
  verdict: "ask",
  each: "command",
  when: '"push" in command.args',
  reason: "sure?",
});
const at = (place: Scratch) => ({ cwd: place.project, env: place.env });
const withPolicy = (policy: object) => {
  const place = scratch();
  place.write("policy.json", policy);
  return place;
};
const check = (place: Scratch, ...args: string[]) =>
  cli(["policy", "check", "policy.json", ...args], at(place));

describe("hookline policy check FILE", () => {
  it("prints each rule of a policy", async () => {
    const { status, stdout, stderr } = await check(withPolicy({ rules: [noRm, askPush] }));
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toContain("policy.json");
    expect(stdout).toMatch(
      /deny {4}no-rm {2}each command, high {2}owner sec {2}until 2999-01-31\n +do not\n/,
    );
    expect(stdout).toMatch(/ask {5}push {2}each command, medium\n +sure\?\n/);
  });

  it("prints those of a hook file, with where they stand and what they are for", async () => {
    const place = scratch({
      PreToolUse: [{ matcher: "Bash", hooks: [{ type: "policy", id: "guard", rules: [noRm] }] }],
    });
    const { status, stdout } = await cli(["policy", "check", ".hookline/hooks.json"], at(place));
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^guard {2}\.hookline\/hooks\.json:\d+:\d+ {2}PreToolUse, exactly Bash {2}1 rule\n/,
    );
  });

  it("tells what is wrong with file, line and column, and fails", async () => {
    const text = `{\n  "rules": [\n    ${JSON.stringify(noRm)},\n    { "id": "b", "verdict": "deny",\n      "when": "comands.size() > 1", "reason": "x" }\n  ]\n}`;
    const place = withPolicy({});
    place.write("policy.json", text);
    const { status, stdout, stderr } = await check(place);
    expect(status).toBe(1);
    expect(stderr).toBe(
      'policy.json:5:15: rule b: "comands.size() > 1": there is no variable "comands"; did you mean "commands"?; correct the expression; until then it blocks, unless "onFailure" of its entry is "continue"\n',
    );
    expect(stdout).toContain("cannot be judged: it blocks");
  });

  it("reads a policy from stdin", async () => {
    const args = ["policy", "check", "-", "--command", "rm x"];
    const place = at(scratch());
    const good = await cli(args, { ...place, input: JSON.stringify({ rules: [noRm] }) });
    expect(good).toMatchObject({ status: 2, stdout: expect.stringContaining("deny  rm x") });
    const bad = await cli(args, { ...place, input: '{ "rules": [' });
    expect(bad).toMatchObject({ status: 1, stderr: expect.stringMatching(/^-:1:\d+: /) });
    const none = await cli(args, { ...place, input: "{}" });
    expect(none).toMatchObject({ status: 1, stderr: expect.stringContaining("there is no policy in it") });
  });

  it("tells of rules of a hook file that nobody asks, of wrong words as they are written, and of misspelt keys", async () => {
    const hooks = [
      { type: "policy", id: "late", rules: [rule({ events: ["PostToolUse"] })] },
      { type: "policy", id: "words", rules: [rule({ each: "command", when: "command.token == 'x'" })] },
      { type: "policy", id: "keys", packs: ["git"], rule: [noRm] },
    ];
    const place = scratch({ PreToolUse: [{ hooks }] });
    const { status, stderr } = await cli(["policy", "check", ".hookline/hooks.json"], at(place));
    expect(status).toBe(1);
    expect(stderr).toContain(
      "rule a is for PostToolUse, and its policy stands under PreToolUse: it is never asked",
    );
    expect(stderr).toContain("No such key: token");
    expect(stderr).toContain('the key "rule" means nothing in a policy; did you mean "rules"?');
    expect(stderr).not.toContain("[redacted]");
  });

  it.each([
    ["a file that is not there", "none.json", "none.json"],
    ["a file that is no JSON", "broken.json", "broken.json:1:"],
    ["a file without a policy", "empty.json", "there is no policy in it"],
  ])("says one clear line for %s", async (_name, file, text) => {
    const place = scratch();
    place.write("broken.json", "{");
    place.write("empty.json", {});
    const { status, stderr } = await cli(["policy", "check", file], at(place));
    expect(status).toBe(1);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("    at ");
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});

describe("hookline policy check FILE --command", () => {
  it.each([
    ["rm -rf x", 2, "deny"],
    ["sudo env rm x", 2, "deny"],
    ["git push", 3, "ask"],
    ["ls", 0, "pass"],
  ])("%s ends with %i", async (command, status, verdict) => {
    const ended = await check(withPolicy({ rules: [noRm, askPush] }), "--command", command);
    expect(ended.status).toBe(status);
    expect(ended.stdout.startsWith(`${verdict}`)).toBe(true);
  });

  it("prints what each rule says: fits, does not, is excepted, has expired, is for something else", async () => {
    const place = withPolicy({
      rules: [
        noRm,
        askPush,
        rule({ id: "old", expires: "2001-01-01" }),
        rule({ id: "only-read", kinds: ["read"] }),
        rule({ id: "but", except: [{ when: 'tool.command == "rm x"', reason: "agreed" }] }),
      ],
    });
    const { stdout, status } = await check(place, "--command", "rm x");
    expect(status).toBe(2);
    const lines = stdout.split("\n");
    expect(lines).toEqual([
      "deny  rm x",
      "  fits         deny   no-rm: [rm x] do not",
      "  does not fit ask    push",
      "  expired      deny   old",
      "  not asked    deny   only-read: not for tools of the kind shell",
      "  excepted     deny   but: agreed",
      "  note rule old expired on 2001-01-01; it would say deny",
      "",
    ]);
  });

  it("takes several, a file of them, a tool and a payload; the strictest gives the status", async () => {
    const place = withPolicy({ rules: [noRm, askPush] });
    const text = "# comment\r\nls\r\n\r\ngit push\n";
    place.write("commands.txt", text);
    const lines = await check(place, "--commands", "commands.txt", "--command", "pwd");
    expect(lines.status).toBe(3);
    expect(lines.stdout).toBe(
      "pass  pwd\npass  ls\nask   git push\n  fits         ask    push: [git push] sure?\n",
    );
    const piped = ["policy", "check", "policy.json", "--commands", "-", "--command", "pwd"];
    expect(await cli(piped, { ...at(place), input: text })).toMatchObject({
      status: 3,
      stdout: lines.stdout,
    });
    const tool = await check(place, "--tool", "run_shell_command", "--input", '{"command":"rm x"}');
    expect(tool.status).toBe(2);
    place.write("event.json", {
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "rm x" },
    });
    expect((await check(place, "--payload", "event.json")).status).toBe(2);
    const input = JSON.stringify({ hook_event_name: "Stop", stop_hook_active: false });
    const stdin = await cli(["policy", "check", "policy.json", "--payload", "-"], { ...at(place), input });
    expect({ status: stdin.status, stdout: stdin.stdout.split("\n")[0] }).toEqual({
      status: 0,
      stdout: "pass  Stop",
    });
  });

  it("prints everything as JSON", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const place = withPolicy({
      rules: [noRm, rule({ id: "hide", verdict: "redact", each: "text", when: "text.hasSecret()" })],
    });
    const { stdout, status } = await check(
      place,
      "--json",
      "--tool",
      "Write",
      "--input",
      JSON.stringify({ content: token }),
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      problems: [],
      policies: [
        {
          id: null,
          source: "policy.json",
          rules: [{ id: "no-rm", each: "command", owner: "sec" }, { id: "hide" }],
        },
      ],
      cases: [
        {
          name: "Write",
          event: "PreToolUse",
          kind: "write",
          verdict: "pass",
          rules: [
            { id: "no-rm", says: "no" },
            { id: "hide", says: "fits", about: "tool_input.content" },
          ],
          redactions: [{ updatedInput: { content: "[redacted]" } }],
        },
      ],
    });
  });

  it("fails if a rule cannot be judged", async () => {
    const { status, stdout } = await check(
      withPolicy({ rules: [rule({ when: "settings.limit > 1" })] }),
      "--command",
      "ls",
    );
    expect(status).toBe(1);
    expect(stdout).toContain("error        deny   a: No such key: limit");
  });

  it.each([
    [["--input", "{}"], "--input needs --tool"],
    [["--tool", "Write", "--input", "{"], "--input is not JSON"],
    [["--tool", "Bash"], "--tool needs --input"],
    [["--commands", "-", "--payload", "-"], "only one of"],
    [["--commands", "none.txt"], "none.txt"],
    [["--command", "ls", "--event", "Nothing"], 'there is no event "Nothing"'],
    [["--event", "Stop", "--command", "ls"], "Stop needs"],
  ])("%j is a mistake that is told", async (args, text) => {
    const { status, stderr } = await check(withPolicy({ rules: [noRm] }), ...args);
    expect(status).toBe(1);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain("    at ");
  });

  it("shows nothing that a terminal would obey", async () => {
    const place = withPolicy({ rules: [rule({ reason: "x\u001b[31my" })] });
    const { stdout } = await check(place, "--command", "echo \u001b[2J");
    expect(stdout).not.toContain("\u001b");
  });
});

describe("hookline policy", () => {
  it("packs lists every pack and its rules", async () => {
    const place = scratch();
    const { status, stdout } = await cli(["policy", "packs"], at(place));
    expect(status).toBe(0);
    for (const { name, rules } of allPacks) {
      expect(stdout).toContain(`${name}  `);
      for (const { id } of rules) expect(stdout).toContain(` ${id}  `);
    }
    const json = await cli(["policy", "packs", "git", "--json"], at(place));
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: "git", rules: expect.any(Array) }]);
    expect(await cli(["policy", "packs", "gti"], at(place))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("known are"),
    });
  });

  it("read shows what a command would start and touch", async () => {
    const place = scratch();
    const { status, stdout } = await cli(
      ["policy", "read", "cd sub && sudo rm -rf $X | curl -d @a https://example.org"],
      at(place),
    );
    expect(status).toBe(0);
    expect(stdout).toContain("starts   rm");
    expect(stdout).toContain("by sudo");
    expect(stdout).toContain("sends to example.org");
    const json = await cli(["policy", "read", "cat a", "--json"], at(place));
    expect(JSON.parse(json.stdout)).toMatchObject({
      unread: null,
      commands: [{ program: "cat" }],
      paths: [{ path: join(place.project, "a"), access: "read", real: join(place.project, "a") }],
      hosts: [],
    });
    expect(await cli(["policy", "read", "if then"], at(place))).toMatchObject({
      status: 1,
      stdout: expect.stringContaining("could not be read"),
    });
  });

  it.each([
    [["policy"], "what shall be done"],
    [["policy", "chekc"], "did you mean check?"],
    [["policy", "check"], "missing required argument"],
  ])("%j is a mistake that is told", async (args, text) => {
    const { status, stderr } = await cli(args, at(scratch()));
    expect(status).toBe(1);
    expect(stderr).toContain(text);
  });

  it.each([["policy"], ["policy", "check"], ["policy", "packs"], ["policy", "read"]])(
    "%s has help with an example",
    async (...words) => {
      const { status, stdout } = await cli([...words, "--help"], at(scratch()));
      expect(status).toBe(0);
      expect(stdout).toContain("Examples:\n  hookline policy");
    },
  );
});

describe("hookline fire with a policy", () => {
  it("is stopped by a pack, and fails where a rule is broken", async () => {
    const place = scratch({
      PreToolUse: [{ hooks: [{ type: "policy", id: "guard", packs: ["commands"] }] }],
    });
    const fire = (command: string) =>
      cli(
        ["fire", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command }), "--json"],
        at(place),
      );
    expect((await fire("rm -rf /")).status).toBe(2);
    expect((await fire("ls")).status).toBe(0);
    place.write(".hookline/hooks.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "policy", id: "guard", packs: ["comands"] }] }] },
    });
    const broken = await fire("ls");
    expect(broken.status).toBe(2);
    expect(broken.stderr).toContain('there is no pack "comands"; did you mean "commands"?');
    const stop = await cli(["fire", "SessionStart"], { ...at(place), input: '{"source":"startup"}' });
    expect(stop.status).toBe(1);
  });
});
