import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlace, runAgent } from "../run-agent.ts";
import { several } from "./several.ts";

const write = (file_path: string) => ({ name: "write_file", input: { file_path, content: "x" } });
const shell = (command: string) => ({ name: "command_execute", input: { command } });

/** What each mode does unasked: a letter for each of the calls below, in their order. */
const table = {
  //                  read write outside guarded harmless command ask-rule deny-rule task
  default: /*         */ "+  -     -       -        +       -        -        -       +",
  plan: /*            */ "+  -     -       -        -       -        -        -       +",
  acceptEdits: /*     */ "+  +     -       -        +       -        -        -       +",
  bypassPermissions: /**/ "+  +     +       +        +       +        -        -       +",
};

const calls = [
  { name: "read_file", input: { file_path: "a.txt" } },
  write("inside.txt"),
  write("../outside.txt"),
  write(".hookline/hooks.local.json"),
  shell("ls"),
  shell("touch made"),
  shell("touch asked"),
  shell("touch denied"),
  { name: "task", input: { description: "look", subagent_type: "general-purpose" } },
];

describe("modes", () => {
  it("let through what they say, and rules hold in all of them", async () => {
    const modes = Object.keys(table) as (keyof typeof table)[];
    const ends = await several(modes, async (mode) => {
      const place = makePlace();
      place.write("a.txt", "hello");
      place.write(join(place.home, ".config/hookline/agent.json"), {
        permissions: { ask: ["Bash(touch asked)"], deny: ["Bash(touch denied)"] },
      });
      const turns = [...calls.map((call) => ({ tools: [call] })), { text: "looked" }, { text: "done" }];
      const script = place.write(join(place.root, "script.json"), { turns });
      const args = [
        "-p",
        "go",
        "--script",
        script,
        "--permission-mode",
        mode,
        "--output-format",
        "stream-json",
      ];
      return runAgent(place, args);
    });
    for (const [index, { status, stdout }] of ends.entries()) {
      const mode = modes[index] ?? "default";
      expect(status, mode).toBe(0);
      const lines = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const results = lines.filter(({ type, parent_tool_use_id }) => type === "user" && !parent_tool_use_id);
      const did = results.map(({ message }) => (message.content[0].is_error ? "-" : "+"));
      expect(did.join(" "), mode).toBe(table[mode].replace(/ +/g, " "));
      const said = results.map(({ message }) => message.content[0].content);
      expect(said[7], mode).toContain("the rule Bash(touch denied)");
      if (mode === "plan") expect(said[1]).toContain("plan mode: write_file could change something");
    }
  }, 60_000);
});

describe("always", () => {
  it("is remembered in the next session, outside the project, and only for what was said", async () => {
    const place = makePlace();
    const script = (...commands: string[]) =>
      place.write(join(place.root, "script.json"), {
        turns: [{ tools: commands.map(shell) }, { text: "done" }],
      });
    const asked = await runAgent(place, ["--script", script("mkdir one")], { input: "go\na\n" });
    expect(asked.stdout).toMatch(/yes, and always: Bash\(mkdir/);
    expect(existsSync(join(place.project, "one"))).toBe(true);
    expect(existsSync(join(place.project, ".hookline"))).toBe(false);
    const kept = readFileSync(join(place.root, "state/hookline/agent/permissions.json"), "utf8");
    expect(JSON.parse(kept).projects[place.project].allow).toEqual([expect.stringContaining("mkdir")]);

    const next = await runAgent(place, [
      "-p",
      "go",
      "--script",
      script("mkdir one", "mkdir two && touch three"),
    ]);
    expect(next.status).toBe(0);
    const again = await runAgent(place, ["--script", script("mkdir two", "touch three")], { input: "go\n" });
    expect(again.stdout).toMatch(/May it use command_execute\?\s+│ touch three/);
    expect(existsSync(join(place.project, "three"))).toBe(false);
  }, 30_000);
});

/** A hook that answers by the command it is asked about. */
function answering(event: string, answers: Record<string, object>) {
  const cases = Object.entries(answers).map(
    ([name, answer]) =>
      `*'touch ${name}"'*) echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...answer } })}';;`,
  );
  return { [event]: [{ hooks: [{ type: "command", command: `case "$(cat)" in ${cases.join(" ")} esac` }] }] };
}

describe("PermissionRequest hooks", () => {
  it("allow, deny, change the input and change what is permitted from now on", async () => {
    const place = makePlace();
    const decide = (decision: object) => ({ decision });
    const allow = (rest: object) => decide({ behavior: "allow", ...rest });
    const rule = { toolName: "Bash", ruleContent: "touch kept-*" };
    place.write(join(place.home, ".config/hookline/hooks.json"), {
      hooks: answering("PermissionRequest", {
        yes: allow({}),
        no: decide({ behavior: "deny", message: "not on a Sunday" }),
        before: allow({ updatedInput: { command: "touch after" } }),
        sneaky: allow({ updatedInput: { command: "touch denied" } }),
        "kept-1": allow({
          updatedPermissions: [
            { type: "addRules", behavior: "allow", rules: [rule], destination: "session" },
          ],
        }),
      }),
    });
    const names = ["yes", "no", "before", "sneaky", "kept-2", "kept-1", "kept-2", "other"];
    const turns = names.map((name) => ({ tools: [shell(`touch ${name}`)] }));
    const script = place.write(join(place.root, "script.json"), { turns });
    const args = [
      "-p",
      "go",
      "--script",
      script,
      "--deny",
      "Bash(touch denied)",
      "--output-format",
      "stream-json",
    ];
    const { status, stdout } = await runAgent(place, args);
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const results = lines.filter(({ type }) => type === "user").map(({ message }) => message.content[0]);
    expect(results.map(({ is_error }) => is_error)).toEqual([
      false,
      true,
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(results[1].content).toContain("not on a Sunday");
    expect(results[3].content).toContain("the rule Bash(touch denied)");
    const there = ["yes", "no", "before", "after", "sneaky", "denied", "kept-1", "kept-2", "other"];
    const made = there.filter((name) => existsSync(join(place.project, name)));
    expect(made).toEqual(["yes", "after", "kept-1", "kept-2"]);
  }, 30_000);
});

describe("a rewrite by PreToolUse", () => {
  it("is what the person is asked about, and what runs", async () => {
    const place = makePlace();
    const hooks = answering("PreToolUse", { before: { updatedInput: { command: "touch after" } } });
    place.write(join(place.home, ".config/hookline/hooks.json"), { hooks });
    const script = place.write(join(place.root, "script.json"), {
      turns: [{ tools: [shell("touch before")] }],
    });
    const { stdout } = await runAgent(place, ["--script", script], { input: "go\ny\n" });
    expect(stdout).toMatch(/May it use command_execute\?\s+│ touch after\n/);
    expect(stdout).not.toMatch(/May it use command_execute\?\s+│ touch before/);
    expect(["before", "after"].map((name) => existsSync(join(place.project, name)))).toEqual([false, true]);
  }, 30_000);
});
