import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Person } from "../../src/show/person.ts";
import { questionText } from "../../src/show/question.ts";
import { answering } from "../settings/scratch-settings.ts";
import { scratchGrounds, scratchPermission } from "./scratch-permission.ts";

const make = { command: "make it" };
const allowAll = {
  hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
} as const;

describe("what is fired", () => {
  // shows: F-114 F-116
  it("is a check and a grant for a call that runs unasked", async () => {
    const { ask, fired, permission, project } = await scratchPermission();
    expect(await ask("read_file", { file_path: "a" })).toEqual({ behavior: "allow" });
    const common = { tool_name: "read_file", tool_input: { file_path: "a" }, tool_use_id: "read_file-1" };
    expect(fired).toEqual([
      { event: "PermissionCheck", payload: { ...common, permission_level: "allow" } },
      { event: "PermissionGranted", payload: { ...common, granted_by: "mode" } },
    ]);
    expect(permission.judged("read_file-1")).toEqual({ cwd: project, target: join(project, "a") });
    expect(permission.judged("other")).toBeUndefined();
  });

  it("names the rule that allows", async () => {
    const { ask, fired } = await scratchPermission({ rules: { allow: ["Bash(make *)"] } });
    await ask("command_execute", make);
    expect(fired.map(({ payload }) => payload.permission_rule)).toEqual(["Bash(make *)", "Bash(make *)"]);
    expect(fired[1]?.payload.granted_by).toBe("rule");
  });

  // shows: F-115
  it("is a request and a notification before a person is asked, and no grant after a no", async () => {
    const person = answering("n");
    const { ask, fired, events } = await scratchPermission({ person });
    expect((await ask("command_execute", make)).behavior).toBe("deny");
    expect(events()).toEqual(["PermissionCheck", "PermissionRequest", "Notification"]);
    expect(fired[1]?.payload).toEqual({
      tool_name: "command_execute",
      tool_input: make,
      permission_suggestions: [
        {
          type: "addRules",
          rules: [{ toolName: "Bash", ruleContent: "make it" }],
          behavior: "allow",
          destination: "localSettings",
        },
      ],
    });
    expect(fired[2]?.payload).toEqual({
      message: "hookline-agent needs your permission to use command_execute",
      title: "Permission needed",
      notification_type: "permission_prompt",
    });
  });

  it("suggests the mode for edits, as Claude Code does", async () => {
    const { ask, fired } = await scratchPermission({ person: answering("y") });
    await ask("write_file", { file_path: "a.txt", content: "x" });
    expect(fired[1]?.payload.permission_suggestions).toEqual([
      { type: "setMode", mode: "acceptEdits", destination: "session" },
      expect.objectContaining({ rules: [{ toolName: "Write", ruleContent: "/a.txt" }] }),
    ]);
  });

  it("tells of the sub-agent that the call is of", async () => {
    const { permission, fired } = await scratchPermission();
    const request = {
      name: "read_file",
      input: { file_path: "a" },
      id: "1",
      verdict: "pass",
      reason: "",
    } as const;
    await permission.permission(request, { agent: { id: "g1", type: "reader" }, signal: undefined });
    expect(fired[0]?.payload).toMatchObject({ agent_id: "g1", agent_type: "reader" });
  });
});

describe("hooks", () => {
  it.each([
    ["deny", "deny", "no way"],
    ["ask", "deny", "look at it"],
    ["allow", "allow", undefined],
  ] as const)(
    "of PermissionCheck that say %s make it %s when nobody is there",
    async (permissionDecision, behavior, text) => {
      const { ask, engine, fired } = await scratchPermission();
      engine.on("PermissionCheck", () => ({
        hookSpecificOutput: {
          hookEventName: "PermissionCheck",
          permissionDecision,
          permissionDecisionReason: text ?? "",
        },
      }));
      const answer = await ask("command_execute", make);
      expect(answer.behavior).toBe(behavior);
      if (text !== undefined) expect(answer.message).toContain(text);
      if (behavior === "allow") expect(fired.at(-1)?.payload.granted_by).toBe("hook");
    },
  );

  it("that end the turn refuse", async () => {
    const { ask, engine } = await scratchPermission();
    engine.on("PermissionCheck", () => ({ continue: false, stopReason: "enough" }));
    expect(await ask("read_file", { file_path: "a" })).toEqual({
      behavior: "deny",
      message: "enough",
      interrupt: true,
    });
  });

  it("of PreToolUse that allow spare the question, but not an ask rule", async () => {
    const free = await scratchPermission();
    expect((await free.ask("command_execute", make, "allow")).behavior).toBe("allow");
    expect(free.fired.at(-1)?.payload.granted_by).toBe("hook");
    const ruled = await scratchPermission({ rules: { ask: ["Bash(make *)"] } });
    const answer = await ruled.ask("command_execute", make, "allow");
    expect(answer.message).toContain(
      "the rule Bash(make *) (agent.json:1) wants a person to agree; nobody answered",
    );
  });

  it("of PreToolUse that ask refuse with their reason when nobody is there", async () => {
    const { ask } = await scratchPermission({ mode: "bypassPermissions" });
    expect((await ask("command_execute", make, "ask", "make is slow")).message).toContain("make is slow");
  });

  it("of PermissionRequest answer in the person's place", async () => {
    const person = answering("n");
    const { ask, engine, events, fired } = await scratchPermission({ person, rules: { ask: ["Bash"] } });
    engine.on("PermissionRequest", () => allowAll);
    expect(await ask("command_execute", make)).toEqual({ behavior: "allow" });
    expect(person.asked).toEqual([]);
    expect(events()).toEqual(["PermissionCheck", "PermissionRequest", "PermissionGranted"]);
    expect(fired.at(-1)?.payload.granted_by).toBe("hook");
  });

  it("of PermissionRequest can refuse by their decision", async () => {
    const { ask, engine } = await scratchPermission({ person: answering("y") });
    const decision = { behavior: "deny", message: "not today" };
    engine.on("PermissionRequest", () => ({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
    }));
    expect(await ask("command_execute", make)).toEqual({ behavior: "deny", message: "not today" });
  });

  it.each([
    ["make clean", "allow", 0],
    ["rm x", "deny", 0],
    ["git push", "allow", 1],
  ])("of PermissionRequest that make it %j are judged again: %s", async (command, behavior, asked) => {
    const person = answering("y");
    const { ask, engine } = await scratchPermission({
      person,
      rules: { deny: ["Bash(rm *)"], ask: ["Bash(git push *)"] },
    });
    const decision = { behavior: "allow", updatedInput: { command } };
    engine.on("PermissionRequest", () => ({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision },
    }));
    const answer = await ask("command_execute", make);
    expect(answer.behavior).toBe(behavior);
    if (behavior === "allow") expect(answer.updatedInput).toEqual({ command });
    expect(person.asked).toHaveLength(asked);
    if (asked > 0) expect(person.asked[0]?.detail[0]).toBe(command);
  });
});

describe("a person", () => {
  it("may say yes once", async () => {
    const { ask, fired } = await scratchPermission({ person: answering("y") });
    expect((await ask("command_execute", make)).behavior).toBe("allow");
    expect(fired.at(-1)).toMatchObject({ event: "PermissionGranted", payload: { granted_by: "person" } });
    expect((await ask("command_execute", make)).behavior).toBe("deny");
  });

  it("may say always, and sees to what", async () => {
    const person = answering("a");
    const folders = scratchGrounds();
    const { ask, state, project } = await scratchPermission({ person, folders });
    expect((await ask("command_execute", { command: "npm test" })).behavior).toBe("allow");
    expect(person.asked[0]?.choices[1]).toEqual({ key: "a", label: "yes, and always: Bash(npm test)" });
    expect((await ask("command_execute", { command: "npm test" })).behavior).toBe("allow");
    expect((await ask("command_execute", { command: "npm test --script-shell=./x" })).behavior).toBe("deny");
    const file = join(state, "agent/permissions.json");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, "utf8")).projects[project].allow).toEqual(["Bash(npm test)"]);
    const later = await scratchPermission({ folders });
    expect((await later.ask("command_execute", { command: "npm test" })).behavior).toBe("allow");
    expect(later.permission.describe()).toMatch(/Bash\(npm test\) {2}always, in this project/);
    const elsewhere = await scratchPermission({ folders: { ...scratchGrounds(), state } });
    expect((await elsewhere.ask("command_execute", { command: "npm test" })).behavior).toBe("deny");
  });

  it("is not offered always where it would not help", async () => {
    const keys = async (given: Parameters<typeof scratchPermission>[0], command: string, verdict?: "ask") => {
      const person = answering("n");
      const { ask } = await scratchPermission({ ...given, person });
      await ask("command_execute", { command }, verdict);
      return person.asked[0]?.choices.map(({ key }) => key);
    };
    expect(await keys({}, "make it")).toEqual(["y", "a", "n", "t"]);
    expect(await keys({ rules: { ask: ["Bash"] } }, "make it")).toEqual(["y", "n", "t"]);
    expect(await keys({}, "make it", "ask")).toEqual(["y", "n", "t"]);
    expect(await keys({}, "make $X")).toEqual(["y", "n", "t"]);
    expect(await keys({}, `make ${"x".repeat(5_000)}`)).toEqual(["y", "n", "t"]);
  });

  it("may say what to do instead", async () => {
    const person = answering("t", "use ninja");
    const { ask } = await scratchPermission({ person });
    expect((await ask("command_execute", make)).message).toContain("use ninja");
    expect(person.lines).toHaveLength(1);
  });

  it("sees the call and nothing that a terminal obeys", async () => {
    const person = answering("n");
    const { ask } = await scratchPermission({ person });
    await ask("command_execute", { command: "make\u001b[2J\nit" });
    const [question = expect.fail("nobody was asked")] = person.asked;
    expect(questionText(question)).toContain("?\n  │ make\\u001b[2J\n  │ it\n");
  });

  it("always sees the end of a command", async () => {
    const shown = async (command: string) => {
      const person = answering("n");
      const { ask } = await scratchPermission({ person });
      await ask("command_execute", { command });
      return questionText(person.asked[0] ?? expect.fail("nobody was asked"));
    };
    expect(await shown(`ls${"\n".repeat(57)}\nrm x`)).toContain("  │ ls\n  │ [57 empty lines]\n  │ rm x\n");
    expect(await shown(`ls${" ".repeat(3000)}; rm x`)).toContain("  │ ls[3000 blanks]; rm x\n");
    const long = await shown(`ls ${"a".repeat(50_000)}; rm x`);
    expect(long).toContain("[46009 characters that are not shown]\n");
    expect(long).toContain("a; rm x\n");
    expect(long.length).toBeLessThan(4_500);
  });

  it("who is not there, or does not answer, has not agreed", async () => {
    const gone = await scratchPermission();
    expect(await gone.ask("command_execute", make)).toEqual({
      behavior: "deny",
      message: "command_execute runs a command; nobody answered, so it does not run",
    });
    expect(gone.events()).toEqual(["PermissionCheck", "PermissionRequest", "Notification"]);
    const silent = await scratchPermission({ person: answering(null) });
    expect((await silent.ask("command_execute", make)).behavior).toBe("deny");
  });

  it("is asked one thing after the other, and an always counts for those that wait", async () => {
    let open = 0;
    let most = 0;
    const asked: string[] = [];
    const person: Person = {
      present: true,
      async ask({ detail }) {
        open += 1;
        most = Math.max(most, open);
        asked.push(detail[0] ?? "");
        await new Promise((done) => setImmediate(done));
        open -= 1;
        return detail[0]?.startsWith("make") ? "a" : "y";
      },
      line: async () => null,
    };
    const { ask } = await scratchPermission({ person });
    const commands = ["make it", "make it", "other", "make it", "third"];
    const answers = await Promise.all(commands.map((command) => ask("command_execute", { command })));
    expect(answers.map(({ behavior }) => behavior)).toEqual(commands.map(() => "allow"));
    expect(asked.toSorted()).toEqual(["make it", "other", "third"]);
    expect(most).toBe(1);
  });

  it("is not asked any more about what was cancelled meanwhile", async () => {
    const stop = new AbortController();
    const person = answering("y", "y");
    const { permission, engine } = await scratchPermission({ person });
    engine.on("PermissionRequest", () => {
      stop.abort();
      return undefined;
    });
    const request = { name: "command_execute", input: make, id: "1", verdict: "pass", reason: "" } as const;
    expect((await permission.permission(request, { agent: null, signal: stop.signal })).behavior).toBe(
      "deny",
    );
    expect(person.asked).toEqual([]);
  });
});

describe("deny rules", () => {
  it("refuse before anything is fired, with any mode and any verdict", async () => {
    const { permission, fired, ask } = await scratchPermission({
      mode: "bypassPermissions",
      rules: { deny: ["Bash(rm *)"] },
    });
    const call = { name: "command_execute", input: { command: "ls; rm x" } };
    expect(permission.refuses(call)).toBe("the rule Bash(rm *) (agent.json:1) denies it");
    expect(permission.refuses({ ...call, input: { command: "ls" } })).toBeNull();
    expect(fired).toEqual([]);
    expect((await ask(call.name, call.input, "allow")).behavior).toBe("deny");
    expect(fired[0]?.payload.permission_level).toBe("deny");
  });

  it("keep files from searches", async () => {
    const { permission, project } = await scratchPermission({
      rules: { deny: ["Read(.env)"], ask: ["Read(secret/**)"] },
    });
    expect(permission.mayRead(join(project, "deep/.env"))).toBe(false);
    expect(permission.mayRead(join(project, "secret/a"))).toBe(false);
    expect(permission.mayRead(join(project, "a"))).toBe(true);
  });

  it("that cannot be understood are named", async () => {
    const { permission } = await scratchPermission({
      rules: { deny: ["Read(!x)"], allow: ["Bash(a) or Bash(b)"] },
    });
    expect(permission.problems).toEqual([
      expect.stringMatching(/^agent\.json:1: the rule "Read\(!x\)" cannot be understood: .+ holds \(deny\)/),
      expect.stringMatching(
        /^agent\.json:1: the rule "Bash\(a\) or Bash\(b\)" cannot be understood: .+; it allows nothing$/,
      ),
    ]);
  });
});

it("a store that cannot be read allows nothing, and is named", async () => {
  const folders = scratchGrounds();
  folders.write(join(folders.state, "agent/permissions.json"), "oops");
  const { permission, ask, notices } = await scratchPermission({ folders, person: answering("a") });
  expect(permission.problems).toEqual([expect.stringContaining("cannot be read")]);
  expect((await ask("command_execute", make)).behavior).toBe("allow");
  expect(notices).toEqual([expect.stringContaining("for this session only")]);
  writeFileSync(join(folders.state, "agent/permissions.json"), "{}");
  expect(permission.problems).toEqual([]);
});

it("rules of settings that changed take the place of the old ones, and answers stay", async () => {
  const { permission, ask, project } = await scratchPermission({
    rules: { deny: ["Read"] },
    person: answering("a"),
  });
  await ask("command_execute", make);
  expect(permission.refuses({ name: "read_file", input: { file_path: "a" } })).not.toBeNull();
  permission.replaceRules([{ behavior: "deny", text: "Write", source: "x", sourceDir: project }]);
  expect(permission.refuses({ name: "read_file", input: { file_path: "a" } })).toBeNull();
  expect(permission.refuses({ name: "write_file", input: { file_path: "a" } })).not.toBeNull();
  expect((await ask("command_execute", make)).behavior).toBe("allow");
});

describe("around a tool", () => {
  // shows: F-116
  it("what hooks made of the input is what is judged, asked about and run", async () => {
    const person = answering("y");
    const { engine, permission } = await scratchPermission({ person, rules: { deny: ["Bash(rm *)"] } });
    const denied: string[] = [];
    engine.on("PermissionDenied", ({ reason }) => void denied.push(reason));
    const commands = ["make all", "rm x"];
    engine.on("PreToolUse", () => ({ updatedInput: { command: commands.shift() ?? "" } }));
    const run = () =>
      engine.wrapTool(
        { name: "command_execute", input: { command: "ls" }, id: "c1" },
        ({ command }) => command,
        {
          refuses: permission.refuses,
          permission: (request) => permission.permission(request, { agent: null, signal: undefined }),
        },
      );
    expect(await run()).toMatchObject({ ran: true, output: "make all" });
    expect(person.asked[0]?.detail[0]).toBe("make all");
    expect(await run()).toMatchObject({ ran: false, decision: { verdict: "deny" } });
    expect(denied).toEqual(["the rule Bash(rm *) (agent.json:1) denies it"]);
  });
});
