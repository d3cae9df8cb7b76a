import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Decision, defineRunner } from "../../src/index.ts";
import { commands, scratch } from "./scratch.ts";

const call = { name: "Write", input: { file_path: "a.txt" }, id: "toolu_1" };
const answer = (event: string, specific: object) =>
  `echo '${JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...specific } })}'`;

// shows: C-086
describe("wrapTool", () => {
  // shows: W-125 F-143 G-053 G-073 C-087 S-053 S-064 F-006
  it("runs the tool with the final, frozen input and tells hooks what came out", async () => {
    const { engine } = scratch({
      ...commands(answer("PreToolUse", { updatedInput: { file_path: "b.txt" } })),
      PostToolUse: [
        {
          hooks: [
            { type: "command", command: `cat >&2; ${answer("PostToolUse", { updatedToolOutput: "new" })}` },
          ],
        },
      ],
    });
    const seen: unknown[] = [];
    const result = await (await engine()).wrapTool(call, (input) => {
      seen.push(input);
      expect(Object.isFrozen(input)).toBe(true);
      return { bytes: 3 };
    });
    expect(seen).toEqual([{ file_path: "b.txt" }]);
    expect(result).toMatchObject({
      ran: true,
      output: "new",
      error: undefined,
      decision: { verdict: "pass" },
    });
    const told = JSON.parse(result.after?.runs[0]?.stderr ?? "");
    expect(told).toMatchObject({
      tool_input: { file_path: "b.txt" },
      tool_response: { bytes: 3 },
      tool_use_id: "toolu_1",
      duration_ms: expect.any(Number),
    });
  });

  // shows: W-125 F-006 F-111 F-132 F-139 G-053 G-057 G-072 S-052 S-063
  it.each([
    ["denied", "echo no >&2; exit 2"],
    ["halted", `echo '{"continue":false,"stopReason":"enough"}'`],
    ["asked, with nobody to answer", answer("PreToolUse", { permissionDecision: "ask" })],
    ["deferred", answer("PreToolUse", { permissionDecision: "defer" })],
  ])("never runs a tool that is %s, and says a refusal to PermissionDenied", async (what, command) => {
    const { engine, project } = scratch({
      ...commands(command),
      PermissionDenied: [{ hooks: [{ type: "command", command: "cat > denied.json" }] }],
    });
    let ran = false;
    const result = await (await engine()).wrapTool(call, () => {
      ran = true;
    });
    expect([ran, result.ran, result.after]).toEqual([false, false, null]);
    // Somebody else answers a deferred call later: it is not refused.
    expect(existsSync(join(project, "denied.json"))).toBe(what !== "deferred");
  });

  it("asks the host's deny rules first, with the final input: they come before a hook's deny, defer and allow", async () => {
    for (const said of ["deny", "defer", "allow", "ask"]) {
      const updatedInput = { file_path: "new.txt" };
      const { engine } = scratch(
        commands(
          answer("PreToolUse", { permissionDecision: said, permissionDecisionReason: "hook", updatedInput }),
        ),
      );
      const asked: unknown[] = [];
      const result = await (await engine()).wrapTool(call, () => 1, {
        refuses: ({ input }) => {
          asked.push(input.file_path);
          return "rule 7";
        },
        permission: () => ({ behavior: "allow" }),
      });
      expect(result).toMatchObject({ ran: false, decision: { verdict: "deny", reason: "rule 7" } });
      expect(asked).toEqual([said === "allow" || said === "ask" ? "new.txt" : "a.txt"]);
    }
  });

  it("judges by the deny rules what the host's permission made of the input, and takes broken rules for a no", async () => {
    const engine = await scratch().engine();
    const rewritten = await engine.wrapTool(call, () => 1, {
      refuses: ({ input }) => (input.file_path === "/etc/x" ? "not there" : null),
      permission: () => ({ behavior: "allow", updatedInput: { file_path: "/etc/x" } }),
    });
    expect(rewritten).toMatchObject({ ran: false, decision: { verdict: "deny", reason: "not there" } });
    const broken = await engine.wrapTool(call, () => 1, {
      refuses: () => {
        throw new Error("bad rule");
      },
    });
    expect(broken.decision.reason).toBe("the host's rules failed: bad rule");
  });

  it("ends the turn if the host's no says so", async () => {
    const engine = await scratch().engine();
    const result = await engine.wrapTool(call, () => 1, {
      permission: () => ({ behavior: "deny", message: "stop it all", interrupt: true }),
    });
    expect(result).toMatchObject({
      ran: false,
      decision: { verdict: "deny", halt: { reason: "stop it all" } },
    });
  });

  it("lets through what the host throws to leave the call, from its permission and from the tool, and fires nothing", async () => {
    const engine = await scratch().engine();
    const heard: string[] = [];
    for (const event of ["PostToolUse", "PostToolUseFailure", "PermissionDenied"] as const)
      engine.on(event, () => void heard.push(event));
    const leave = new Error("interrupt");
    const options = { passes: (thrown: unknown) => thrown === leave };
    const throwing = () => {
      throw leave;
    };
    await expect(engine.wrapTool(call, () => 1, { ...options, permission: throwing })).rejects.toBe(leave);
    await expect(engine.wrapTool(call, throwing, options)).rejects.toBe(leave);
    expect(heard).toEqual([]);
  });

  it("does not fire PreToolUse again for a call that was left after it was decided", async () => {
    const engine = await scratch().engine();
    let fired = 0;
    engine.on("PreToolUse", () => ({ updatedInput: { file_path: `${++fired}.txt` } }));
    let decided: Decision | undefined;
    const first = engine.wrapTool(call, () => 1, {
      whenDecided: (decision) => {
        decided = decision;
      },
      passes: () => true,
      permission: () => Promise.reject(new Error("later")),
    });
    await expect(first).rejects.toThrow("later");
    const second = await engine.wrapTool(call, ({ file_path }) => file_path, { ...(decided && { decided }) });
    expect([fired, second.output]).toEqual([1, "1.txt"]);
  });

  it("asks the host with the final input; its deny wins over a hook's allow, and its yes answers an ask", async () => {
    const { engine } = scratch(
      commands(answer("PreToolUse", { permissionDecision: "allow", updatedInput: { file_path: "x" } })),
    );
    const requests: unknown[] = [];
    const denied = await (await engine()).wrapTool(call, () => 1, {
      permission: (request) => {
        requests.push(request);
        return { behavior: "deny", message: "rule" };
      },
    });
    expect(requests).toEqual([
      { name: "Write", id: "toolu_1", input: { file_path: "x" }, verdict: "allow", reason: "" },
    ]);
    expect(denied).toMatchObject({ ran: false, decision: { verdict: "deny", reason: "rule" } });
    const asking = scratch(
      commands(answer("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" })),
    );
    const agreed = await (await asking.engine()).wrapTool(call, () => 1, {
      permission: () => ({ behavior: "allow" }),
    });
    expect(agreed).toMatchObject({ ran: true, output: 1 });
  });

  // shows: G-074
  it("fires PostToolUseFailure with what the tool threw", async () => {
    const { engine } = scratch({
      PostToolUseFailure: [{ hooks: [{ type: "command", command: "cat >&2; exit 2" }] }],
    });
    const failure = new Error("disk full");
    const result = await (await engine()).wrapTool(call, () => Promise.reject(failure));
    expect(result).toMatchObject({ ran: true, error: failure, after: { verdict: "deny" } });
    expect(JSON.parse(result.after?.reason ?? "")).toMatchObject({ error: "disk full", is_interrupt: false });
  });

  it("gives hooks something to read whatever the tool returns", async () => {
    const engine = await scratch().engine();
    const seen: unknown[] = [];
    engine.on("PostToolUse", ({ tool_response }) => void seen.push(tool_response));
    const cyclic: { self?: unknown } = {};
    cyclic.self = cyclic;
    for (const output of [undefined, 10n, cyclic, "text"]) await engine.wrapTool(call, () => output);
    expect(seen).toEqual([null, "10", "[object Object]", "text"]);
  });
});

describe("the second look", () => {
  const policy = defineRunner({
    type: "no-secrets",
    summary: "denies .env",
    fields: {},
    identity: [],
    policy: true,
    async run(_hook, _fields, { event }) {
      const input = event.payload.tool_input;
      const path = typeof input === "object" && input !== null && "file_path" in input ? input.file_path : "";
      const value = path === ".env" ? { verdict: "deny", reason: "secrets" } : { verdict: "allow" };
      const silence = { text: "", tail: "", bytes: 0, truncated: false, valid: true };
      return { end: { kind: "value", value }, stdout: silence, stderr: silence, durationMs: 0, left: [] };
    },
  });
  const hooks = {
    PreToolUse: [
      {
        hooks: [
          { type: "no-secrets" },
          { type: "command", command: answer("PreToolUse", { updatedInput: { file_path: ".env" } }) },
        ],
      },
    ],
  };

  it("judges the rewritten input by every policy", async () => {
    const engine = await scratch(hooks).engine({ runners: [policy] });
    const decision = await engine.fire("PreToolUse", { tool_name: "Write", tool_input: call.input });
    expect(decision).toMatchObject({ verdict: "deny", reason: "secrets", updatedInput: null });
    expect(decision.runs.map(({ verdict }) => verdict)).toEqual(["allow", "pass", "deny"]);
  });

  it("judges what the host's permission has changed", async () => {
    const engine = await scratch({ PreToolUse: [{ hooks: [{ type: "no-secrets" }] }] }).engine({
      runners: [policy],
    });
    const change = (file_path: string) => ({
      permission: () => ({ behavior: "allow" as const, updatedInput: { file_path } }),
    });
    expect(await engine.wrapTool(call, () => 1, change(".env"))).toMatchObject({
      ran: false,
      decision: { reason: "secrets" },
    });
    const inputs: unknown[] = [];
    await engine.wrapTool(call, (input) => inputs.push(input), change("fine"));
    expect(inputs).toEqual([{ file_path: "fine" }]);
  });

  it("counts the deny of an unapproved policy, and nothing else of it", async () => {
    const engine = await scratch({ PreToolUse: [{ hooks: [{ type: "no-secrets" }] }] }).engine({
      runners: [policy],
      trust: () => false,
    });
    const fire = (file_path: string) =>
      engine.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path } });
    expect((await fire(".env")).verdict).toBe("deny");
    expect((await fire("a")).verdict).toBe("pass");
  });
});
