import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tools } from "../../src/events/tools.ts";
import type { Decision, EngineOptions, JsonObject } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

const rule = (given: object = {}) => ({ id: "a", verdict: "deny", when: "true", reason: "no", ...given });
const policy = (...rules: object[]) => ({ type: "policy", id: "guard", rules });
const pre = (...hooks: object[]) => ({ PreToolUse: [{ hooks }] });
const fireBash = async (hooks: object, command: string, options: EngineOptions = {}): Promise<Decision> => {
  const engine = await scratch(hooks).engine(options);
  return engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } });
};

describe("a policy", () => {
  it("denies, asks and allows with the reason of its rule, and names all rules that fit in its output", async () => {
    const rules = [
      rule({ id: "no-rm", each: "command", when: 'command.program == "rm"', severity: "high", owner: "sec" }),
      rule({ id: "ask-all", verdict: "ask", reason: "sure?" }),
    ];
    const decision = await fireBash(pre(policy(...rules)), "sudo rm x");
    expect(decision).toMatchObject({ verdict: "deny", reason: "no (rule no-rm, owner sec)" });
    expect(JSON.parse(decision.runs[0]?.stdout ?? "")).toEqual({
      rules: [
        { id: "no-rm", verdict: "deny", severity: "high", reason: "no" },
        { id: "ask-all", verdict: "ask", severity: "medium", reason: "sure?" },
      ],
    });
    expect(await fireBash(pre(policy(...rules)), "ls")).toMatchObject({
      verdict: "ask",
      reason: "sure? (rule ask-all)",
    });
    expect(await fireBash(pre(policy(rule({ verdict: "allow" }))), "ls")).toMatchObject({ verdict: "allow" });
    const quiet = await fireBash(pre(policy(rule({ when: "false" }))), "ls");
    expect(quiet).toMatchObject({ verdict: "pass", reason: "", messages: [] });
    expect(quiet.runs).toMatchObject([{ type: "policy", status: "ok", stdout: "" }]);
  });

  it("with a pack stops what the pack stops, by every agent's name for the tool", async () => {
    const engine = await scratch(pre({ type: "policy", packs: ["commands"] })).engine();
    for (const { name, aliases = [] } of tools.filter(({ kind, command }) => kind === "shell" && command)) {
      for (const tool_name of [name, ...aliases]) {
        const { verdict } = await engine.fire("PreToolUse", {
          tool_name,
          tool_input: { command: "rm -rf /" },
        });
        expect(["deny", "ask"], tool_name).toContain(verdict);
        if (name !== "PowerShell") expect(verdict, tool_name).toBe("deny");
      }
    }
    const fine = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "npm test" } });
    expect(fine.verdict).toBe("pass");
  });

  it("sees where paths really lead, and what is Hookline's own", async () => {
    const place = scratch(
      pre(
        policy(
          rule({ id: "out", each: "path", when: "!path.inProject && !path.isSystem" }),
          rule({ id: "own", each: "path", when: "path.own && path.access != 'read'" }),
        ),
      ),
    );
    const outside = join(place.home, "secret");
    mkdirSync(outside);
    writeFileSync(join(outside, "key"), "x");
    symlinkSync(outside, join(place.project, "link"));
    const engine = await place.engine();
    const reason = async (tool_name: string, tool_input: JsonObject) =>
      (await engine.fire("PreToolUse", { tool_name, tool_input })).reason;
    expect(await reason("Read", { file_path: "link/key" })).toContain("rule out");
    expect(await reason("Read", { file_path: "readme" })).toBe("");
    expect(await reason("Bash", { command: "cat link/key" })).toContain("rule out");
    expect(await reason("Bash", { command: "rm link" })).toBe("");
    // `..` after a link leaves the folder that the link leads to.
    expect(await reason("Bash", { command: "cat link/../.netrc" })).toContain("rule out");
    expect(await reason("Read", { file_path: "link/../.netrc" })).toContain("rule out");
    expect(await reason("Bash", { command: "rm link/../.netrc" })).toContain("rule out");
    expect(await reason("Bash", { command: "cat src/../readme" })).toBe("");
    expect(await reason("Write", { file_path: ".hookline/hooks.json", content: "" })).toContain("rule own");
    expect(await reason("Write", { file_path: ".hookline/hooks.local.json", content: "" })).toContain(
      "rule own",
    );
    expect(await reason("Bash", { command: "echo > ~/.local/state/hookline/trust.json" })).toContain(
      "rule own",
    );
    symlinkSync(join(place.project, ".hookline"), join(place.project, "other"));
    expect(await reason("Bash", { command: "sed -i s/a/b/ other/hooks.json" })).toContain("rule own");
    expect(await reason("Bash", { command: "cat .hookline/hooks.json" })).toBe("");
  });

  it("knows the branch, the home and the folder of the call", async () => {
    const place = scratch(
      pre(
        policy(
          rule({ id: "branch", when: 'facts.branch == "release/1"' }),
          rule({ id: "home", when: "facts.home.endsWith('/home') && facts.project.endsWith('/project')" }),
          rule({ id: "sub", when: "facts.cwd == facts.project + '/sub'" }),
        ),
      ),
    );
    mkdirSync(join(place.project, ".git"));
    writeFileSync(join(place.project, ".git/HEAD"), "ref: refs/heads/release/1\n");
    const engine = await place.engine();
    const fire = (payload: object, input: object = {}) =>
      engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls", ...input }, ...payload });
    expect((await fire({})).reason).toBe("no (rule branch)\nno (rule home)");
    expect((await fire({ cwd: join(place.project, "sub") })).reason).toContain("rule sub");
    expect((await fire({}, { workdir: "sub" })).reason).toContain("rule sub");
  });

  it("redacts the input, which then runs, and the output", async () => {
    const token = `ghp_${"a1B2".repeat(9)}`;
    const redact = policy(rule({ verdict: "redact", each: "text", when: "text.hasSecret()" }));
    const engine = await scratch({
      PreToolUse: [{ hooks: [redact] }],
      PostToolUse: [{ hooks: [redact] }],
    }).engine();
    const { ran, output, decision } = await engine.wrapTool(
      { name: "Write", input: { file_path: "a", content: token }, id: "1" },
      (input) => ({
        got: input.content,
        more: token,
      }),
    );
    expect({ ran, output }).toEqual({ ran: true, output: { got: "[redacted]", more: "[redacted]" } });
    expect(decision.updatedInput).toEqual({ file_path: "a", content: "[redacted]" });
  });

  it("judges what another hook has made of the input", async () => {
    const rewrite = {
      type: "command",
      command: `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rm -rf /"}}}'`,
    };
    const decision = await fireBash(pre(rewrite, { type: "policy", packs: ["commands"] }), "ls");
    expect(decision).toMatchObject({ verdict: "deny", updatedInput: null });
    expect(decision.reason).toContain("commands/delete-root-or-home");
  });

  it("tells of rules that have expired if they would have said something", async () => {
    const decision = await fireBash(pre(policy(rule({ expires: "2001-01-01" }))), "ls");
    expect(decision.verdict).toBe("pass");
    expect(decision.messages).toMatchObject([{ text: "rule a expired on 2001-01-01; it would say deny" }]);
    expect(decision.diagnostics).toMatchObject([
      { severity: "warning", message: expect.stringContaining("expired") },
    ]);
  });
});

describe("a broken policy", () => {
  const good = rule({ id: "no-rm", each: "command", when: 'command.program == "rm"' });
  const bad = rule({ id: "odd", when: "1 +" });

  it("blocks, with a diagnostic at the rule, and makes the command line fail", async () => {
    const place = scratch(pre(policy(good, bad)));
    const engine = await place.engine();
    expect(engine.mustFail).toBe(true);
    const text = JSON.stringify({ hooks: pre(policy(good, bad)) }, null, 2);
    const line = text.slice(0, text.indexOf('"1 +"')).split("\n").length;
    expect(engine.diagnostics).toMatchObject([
      { severity: "error", file: ".hookline/hooks.json", line, message: expect.stringContaining("rule odd") },
    ]);
    const decision = await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
    expect(decision.verdict).toBe("deny");
    expect(decision.reason).toMatch(/^guard: malformed: rule odd: /);
    expect(decision.runs).toMatchObject([{ status: "fault", fault: "malformed" }]);
  });

  it("keeps its good rules in force, and says their reason", async () => {
    expect((await fireBash(pre(policy(good, bad)), "rm x")).reason).toBe("no (rule no-rm)");
    const open = {
      ...policy(good, bad, rule({ id: "sure", verdict: "ask", when: 'tool.command == "mv"' })),
      onFailure: "continue",
    };
    expect(await fireBash(pre(open), "rm x")).toMatchObject({ verdict: "deny", reason: "no (rule no-rm)" });
    expect(await fireBash(pre(open), "mv")).toMatchObject({ verdict: "ask" });
    const on = await fireBash(pre(open), "ls");
    expect(on.verdict).toBe("pass");
    expect(on.messages).toMatchObject([
      { level: "warn", text: expect.stringContaining("went on without it") },
    ]);
  });

  it.each([
    ["no rules at all", { type: "policy", id: "guard" }],
    ["an unknown pack", { type: "policy", id: "guard", packs: ["comands"] }],
    ["rules that are none", { type: "policy", id: "guard", rules: "deny" }],
    ["settings that are none", { type: "policy", id: "guard", packs: ["commands"], settings: 1 }],
    ["a rule that fails when it is judged", policy(rule({ when: "settings.off" }))],
  ])("with %s blocks", async (_name, entry) => {
    const decision = await fireBash(pre(entry), "ls");
    expect(decision.verdict).toBe("deny");
    expect(decision.reason).toMatch(/^guard: (malformed|crash): /);
  });

  it("blocks what cannot be looked through in time", async () => {
    const command = Array.from({ length: 11_000 }, (_, index) => `cat a${index} > b${index}`).join("\n");
    const began = performance.now();
    const decision = await fireBash(
      pre({ type: "policy", id: "guard", packs: ["commands", "paths"] }),
      command,
    );
    expect(decision.verdict).not.toBe("pass");
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("in code is told when it runs", async () => {
    const engine = await scratch().engine();
    engine.register({ event: "PreToolUse", hooks: [{ type: "policy", rules: [rule({ when: "(" })] }] });
    expect((await engine.fire("PreToolUse", { tool_name: "Read", tool_input: {} })).verdict).toBe("deny");
  });
});

describe("a policy of a project that nobody has approved", () => {
  const token = `ghp_${"a1B2".repeat(9)}`;
  const fire = async (...rules: object[]) => {
    const engine = await scratch(pre(policy(...rules))).engine({ trust: "store" });
    return engine.fire("PreToolUse", { tool_name: "Write", tool_input: { content: token } });
  };

  it("may deny and ask", async () => {
    expect(await fire(rule())).toMatchObject({ verdict: "deny", reason: "no (rule a)" });
    expect(await fire(rule({ verdict: "ask" }))).toMatchObject({ verdict: "ask" });
    expect((await fire(rule({ when: "settings.off" }))).verdict).toBe("deny");
  });

  it("may neither allow nor change anything", async () => {
    const both = [
      rule({ verdict: "allow" }),
      rule({ id: "b", verdict: "redact", each: "text", when: "true" }),
    ];
    expect(await fire(...both)).toMatchObject({ verdict: "pass", updatedInput: null, messages: [] });
    expect(await fire(...both, rule({ id: "c", verdict: "ask" }))).toMatchObject({
      verdict: "ask",
      updatedInput: null,
    });
  });

  it("changes no output either", async () => {
    const redact = policy(rule({ verdict: "redact", each: "text", when: "true" }));
    const engine = await scratch({ PostToolUse: [{ hooks: [redact] }] }).engine({ trust: "store" });
    const decision = await engine.fire("PostToolUse", {
      tool_name: "Read",
      tool_input: {},
      tool_response: token,
    });
    expect(decision.updatedOutput).toBeNull();
  });
});

it("several policies of one event read it once, and all are heard", async () => {
  const hooks = Array.from({ length: 5 }, (_, index) => ({
    ...policy(rule({ id: `r${index}` })),
    id: `p${index}`,
  }));
  const decision = await fireBash(pre(...hooks), "a | b");
  expect(decision.reason.split("\n")).toHaveLength(5);
});

it("a misspelt key of a policy blocks: the rules under it would be left out without a word", async () => {
  for (const key of ["rule", "exept", "pack"]) {
    const hook = { type: "policy", id: "guard", packs: ["git"], [key]: [rule()] };
    const engine = scratch(pre(hook)).engine();
    const outcome = await engine.then((made) =>
      made.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }),
    );
    expect(outcome.verdict, key).toBe("deny");
  }
  const other = { type: "policy", id: "guard", packs: ["git"], note: "x" };
  expect((await fireBash(pre(other), "ls")).verdict).toBe("pass");
});
