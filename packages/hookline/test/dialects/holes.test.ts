import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cliAgent } from "../../src/dialects/cli-agent.ts";
import { forge } from "../../src/dialects/forge.ts";
import { gencode } from "../../src/dialects/gencode.ts";
import { wingman } from "../../src/dialects/wingman.ts";
import { importHookFile } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

/** A project with the hook file of one dialect, and what an engine that reads it alone says to an event. */
function guarded(dialect: string, path: string, content: unknown) {
  const place = scratch();
  place.write(path, content);
  const fire = async (payload: object, event = "PreToolUse") => {
    const engine = await place.engine({ dialects: [dialect] });
    return engine.fire(event, { tool_name: "Bash", tool_input: {}, ...payload });
  };
  return { place, fire };
}

const cliAgentFile = ".config/agent/settings.json";
const ofCliAgent = (command: string, matcher = "*") => ({
  hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command }] }] },
});

describe("a guard of CLI-Agent that prints what it looks at", () => {
  const block = `echo '{"decision":"block","reason":"no"}'`;

  // shows: C-068
  it.each([["{ "], ['{"a":'], ['{"'], ["[{"], ['"{'], ["{}"]])("blocks behind many %j", async (piece) => {
    const command = `cat >/dev/null; printf 'checking %s\\n' {{tool_args.command}}; ${block}`;
    const { fire } = guarded("cli-agent", cliAgentFile, ofCliAgent(command));
    const decision = await fire({ tool_input: { command: piece.repeat(5_000) } });
    expect(decision).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("is a fault where its answer may be in what was cut off", async () => {
    const command = `head -c 1200000 /dev/zero | tr '\\0' x; ${block}`;
    const { fire } = guarded("cli-agent", cliAgentFile, ofCliAgent(command));
    const decision = await fire({});
    expect(decision.runs).toMatchObject([{ fault: "oversized" }]);
    expect(decision.messages).toHaveLength(1);
  });
});

describe("a value of the model", () => {
  it("is never run by a shell that does not know [[ … ]]", async () => {
    const command = 'if [[ "{{tool_name}}" == x || "{{tool_args.file_path}}" == *.ts ]]; then echo y; fi';
    const { place, fire } = guarded("cli-agent", cliAgentFile, ofCliAgent(command));
    const program = place.write("program", "#!/bin/sh\ntouch pwned\n");
    chmodSync(program, 0o755);
    const decision = await fire({ tool_name: "Write", tool_input: { file_path: program } });
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
    expect(decision.diagnostics[0]?.message).toMatch(/sh does not know/);
  });

  it("may stand there where bash runs the command", async () => {
    const command =
      '[[ "$FORGE_TOOL_NAME" == Read || "$FORGE_TOOL_ARGS" == *secret* ]] && { echo no; exit 1; }; true';
    const { fire } = guarded("forge", ".forge/hooks.json", {
      hooks: [{ event: "tool:pre_execute", command }],
    });
    expect(await fire({ tool_input: { command: "cat secret" } })).toMatchObject({
      verdict: "deny",
      reason: "no",
    });
    expect(await fire({ tool_input: { command: "ls" } })).toMatchObject({ verdict: "pass", diagnostics: [] });
  });

  it.each([
    ["forge", ".forge/hooks.json", { hooks: [{ event: "tool:pre_execute", command: "exit 1" }] }],
    ["cli-agent", cliAgentFile, ofCliAgent("echo {{tool_args}}; exit 2")],
    ["wingman", ".wingman/wingman.config.json", ofCliAgent("exit 2")],
  ])("that is nested too deep for %s is a fault that is told", async (dialect, path, content) => {
    const { place } = guarded(dialect, path, content);
    const engine = await place.engine({ dialects: [dialect] });
    engine.on("PreToolUse", "*", () => ({ verdict: "deny", reason: "mine" }));
    const tool_input = JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`);
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input });
    expect(decision.runs.find((run) => run.dialect === dialect)).toMatchObject({ status: "fault" });
    expect(decision.messages).toHaveLength(decision.runs.length);
  });

  it("in the name of the session cannot keep hooks from starting", async () => {
    const { fire } = guarded("wingman", ".wingman/wingman.config.json", ofCliAgent("exit 2"));
    expect((await fire({ session_id: "a\0b" })).verdict).toBe("deny");
  });
});

describe("an unapproved project", () => {
  it.each([
    ["a word that is too long for a name", `cat ${"a".repeat(300)}`],
    ["a command that is", `echo ${"a b ".repeat(100)}`],
    ["a NUL", "cat 'a\0b'"],
    ["a link in a circle", "cat loop/x"],
    ["a file that is no folder", "cat .forge/hooks.json/x"],
    ["a device", "cat /dev/zero"],
  ])("cannot keep other hooks from answering with %s", async (_title, command) => {
    const { place } = guarded("forge", ".forge/hooks.json", {
      hooks: [
        { event: "tool:pre_execute", command },
        { event: "tool:pre_execute", command: "a", working_dir: command },
      ],
    });
    symlinkSync("loop", join(place.project, "loop"));
    place.write(join(place.home, ".config/forge/hooks.json"), {
      hooks: [{ event: "tool:pre_execute", command: "echo mine; exit 1" }],
    });
    const engine = await place.engine({ trust: () => false });
    for (const hook of engine.hooks) expect(engine.covers(hook)).toBeInstanceOf(Array);
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    expect(decision).toMatchObject({ verdict: "deny", reason: "mine" });
  });
});

describe("a script that a folder of the event leads to", () => {
  it("is covered by the approval: a change asks again", async () => {
    const place = scratch();
    const script = place.write("check.sh", "#!/bin/sh\nexit 0\n");
    chmodSync(script, 0o755);
    place.write(".gen/settings.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "$CWD/check.sh" }] }] },
    });
    const open = () => place.engine({ dialects: ["gencode"], trust: "store" });
    const first = await open();
    await first.approve(first.hooks);
    const payload = { tool_name: "Write", tool_input: {}, cwd: place.project };
    const ran = async () => (await (await open()).fire("PreToolUse", payload)).runs.map(({ fault }) => fault);
    expect(await ran()).toEqual([null]);
    writeFileSync(script, "#!/bin/sh\ntouch pwned\n");
    expect(await ran()).toEqual(["untrusted"]);
    expect(existsSync(join(place.project, "pwned"))).toBe(false);
  });

  it("is not chosen by a value", async () => {
    const place = scratch();
    place.write(".gen/settings.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "sh hooks/$TOOL_NAME.sh" }] }] },
    });
    const engine = await place.engine({ dialects: ["gencode"] });
    expect(engine.hooks).toEqual([]);
    expect(engine.diagnostics.map(({ message }) => message).join()).toMatch(/choose the program that runs/);
  });
});

describe("a matcher", () => {
  // shows: C-019
  it.each([
    ["cli-agent", cliAgentFile, ofCliAgent("exit 2", "mcp__*")],
    ["cli-agent", cliAgentFile, ofCliAgent("exit 2", "read|mcp__fs*")],
    ["forge", ".forge/hooks.json", { hooks: [{ event: "tool:pre_execute:mcp*", command: "exit 1" }] }],
    ["forge", ".forge/hooks.json", { hooks: [{ event: "tool:*:m*,tool:pre_execute:x", command: "exit 1" }] }],
  ])(
    "of %s is for every tool that begins so, whatever is in its name (%s, %j)",
    async (dialect, path, content) => {
      const { fire } = guarded(dialect, path, content);
      for (const tool_name of ["mcp__fs__read", "mcp__fs/read", "mcp__fs\nread", "mcp__fs\u2028"]) {
        expect((await fire({ tool_name })).verdict, tool_name).toBe("deny");
      }
    },
  );
});

describe("an entry for several events", () => {
  it("says of each event where it does not hold", async () => {
    const event = "tool:pre_execute,session:start,llm:pre_request,session:end";
    const { place } = guarded("forge", ".forge/hooks.json", {
      hooks: [{ event, type: "prompt", prompt: "x" }],
    });
    const engine = await place.engine({ dialects: ["forge"] });
    const told = engine.diagnostics.map(({ message }) => message).join("\n");
    const held = new Set(engine.hooks.map((hook) => hook.event));
    for (const name of ["PreToolUse", "SessionStart", "ModelRequest", "SessionEnd"]) {
      expect(held.has(name) || told.includes(name), name).toBe(true);
    }
  });

  it("says once what is wrong with it everywhere", async () => {
    const { place } = guarded("forge", ".forge/hooks.json", {
      hooks: [{ event: "tool:*", command: "a", tiemout: 3 }],
    });
    const engine = await place.engine({ dialects: ["forge"] });
    expect(engine.diagnostics).toHaveLength(1);
  });
});

describe("a hostile project file is read in bounded time", () => {
  it.each([
    ["colons", ":".repeat(60_000)],
    ["commas", "a,".repeat(100_000)],
    ["a long name of a tool", `tool:pre_execute:${"a".repeat(500_000)}`],
    ["stars", `tool:pre_execute:${"*a".repeat(100_000)}`],
  ])(
    "with %s in an event of Code-Forge",
    async (_title, event) => {
      const { fire } = guarded("forge", ".forge/hooks.json", { hooks: [{ event, command: "true" }] });
      const decision = await fire({});
      expect(decision.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
    },
    10_000,
  );

  it("with thousands of links to one file, which take nothing from other layers", async () => {
    const { place } = guarded("wingman", ".wingman/wingman.config.json", ofCliAgent("exit 2"));
    const agent = place.write("agent.json", {
      hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "a" }] }] },
    });
    for (let number = 0; number < 1_500; number++) {
      mkdirSync(join(place.project, `.wingman/agents/a${number}`), { recursive: true });
      symlinkSync(agent, join(place.project, `.wingman/agents/a${number}/agent.json`));
    }
    const managed = join(place.system, "etc/claude-code/managed-settings.d/guard.json");
    place.write(managed, ofCliAgent("echo managed >&2; exit 2"));
    const engine = await place.engine({ dialects: ["wingman", "claude-code"] });
    expect(engine.diagnostics.filter(({ severity }) => severity === "error")).toHaveLength(1);
    expect(engine.mustFail).toBe(true);
    expect(engine.hooks.length).toBe(1_002);
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    expect(decision.reason).toContain("managed");
  }, 20_000);

  it("with a large file behind many links", async () => {
    const { place } = guarded("claude-code", ".claude/settings.json", {});
    const skill = place.write("skill.md", `---\nname: a\n---\n${"x".repeat(4_000_000)}`);
    for (let number = 0; number < 40; number++) {
      mkdirSync(join(place.project, `.claude/skills/a${number}`), { recursive: true });
      symlinkSync(skill, join(place.project, `.claude/skills/a${number}/SKILL.md`));
    }
    const engine = await place.engine({ dialects: ["claude-code"] });
    expect(engine.diagnostics.map(({ message }) => message)).toEqual([expect.stringMatching(/16 MiB/)]);
  });

  it("with as many entries as fit into a file, before anybody approved one", async () => {
    const hooks = Array.from({ length: 10_000 }, () => ({ event: "tool:pre_execute", command: "exit 1" }));
    const { place } = guarded("forge", ".forge/hooks.json", { hooks });
    const engine = await place.engine({ dialects: ["forge"], trust: () => false });
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
    expect(decision.runs).toHaveLength(10_000);
  }, 30_000);
});

describe("what a hook made harmless", () => {
  it.each([wingman, gencode, forge, cliAgent])("is told where $title cannot take it", async (dialect) => {
    const place = scratch();
    const engine = await place.engine({ dialects: [] });
    engine.on("UserPromptSubmit", () => ({ updatedPrompt: "harmless" }));
    engine.on("PostToolUse", "*", () => ({ updatedOutput: "harmless" }));
    const tool = { tool_name: "Bash", tool_input: {}, tool_response: "secret" };
    const prompt = dialect.encode(await engine.fire("UserPromptSubmit", { prompt: "secret" }));
    const output = dialect.encode(await engine.fire("PostToolUse", tool));
    expect(prompt.stdout + prompt.stderr).toContain("a hook rewrote the prompt");
    expect(output.stdout + output.stderr).toContain("a hook rewrote the tool's output");
  });
});

describe("import says what would be weaker", () => {
  it.each([
    [".gen/settings.json", ofCliAgent("./guard.sh", "Write"), /other names on stdin and in the environment/],
    [
      ".gen/settings.json",
      ofCliAgent("case ${FILE_PATH##*.} in env) exit 2;; esac"),
      /\$FILE_PATH is not filled in/,
    ],
    [".gen/settings.json", ofCliAgent("bash -c 'test \"$FILE_PATH\" != a'"), /\$FILE_PATH is not filled in/],
    [
      ".forge/hooks.json",
      { hooks: [{ event: "tool:pre_execute", command: "./rewrite.sh" }] },
      /change the input/,
    ],
  ])("of %s: %j", async (path, content, told) => {
    const place = scratch();
    const file = place.write(path, content);
    const { notCarried } = await importHookFile({ file, cwd: place.project, env: place.env });
    expect(notCarried.map(({ message }) => message).join("\n")).toMatch(told);
  });
});
