import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { builtInEvents, type EngineOptions } from "../../src/index.ts";
import { aWrite, commands, type Scratch, scratch } from "./scratch.ts";

const guard = { id: "guard", type: "command", command: "echo managed >&2; exit 2" };
const broken = { id: "broken", type: "command", command: "exit 1" };

function machine(hooks: object, rest: object = {}): Scratch {
  const place = scratch();
  place.write(join(place.system, "etc/hookline/hooks.json"), { hooks, ...rest });
  return place;
}

/** What the project's file, the user's and the environment say; all of it approved, which is the most that a project gets. */
async function decide(place: Scratch, file: object, options: EngineOptions = {}) {
  place.write(".hookline/hooks.json", file);
  place.write(".hookline/hooks.local.json", file);
  place.write(join(place.home, ".config/hookline/hooks.json"), file);
  return (await place.engine({ trust: "all", ...options })).fire("PreToolUse", aWrite);
}

describe("a project cannot loosen the managed file", () => {
  const same = (more: object) => ({ hooks: commands({ ...guard, ...more }) });
  // shows: C-093
  it.each<[string, object]>([
    ["disableAllHooks", { disableAllHooks: true }],
    ["enabled", same({ enabled: false })],
    ["mode", same({ mode: "shadow" })],
    ["mode of the defaults", { ...same({}), defaults: { mode: "shadow" } }],
    ["onFailure", same({ onFailure: "continue" })],
    ["async", same({ async: true })],
    ["once", same({ once: true })],
    ["when", same({ when: "false" })],
    ["if", same({ if: "Bash(never)" })],
    ["timeout", same({ timeout: 0.001 })],
    ["env", same({ env: { PATH: "/nowhere", BASH_ENV: "/nowhere" } })],
    ["cwd", same({ cwd: "/nowhere" })],
    ["shell", same({ shell: "bash" })],
    ["another command under its id", { hooks: commands({ ...guard, command: "true" }) }],
    ["timeout of the defaults", { ...same({}), defaults: { timeout: 0.001 } }],
    ["environment of the defaults", { ...same({}), defaults: { environment: "strict" } }],
    [
      "an allow",
      {
        hooks: commands(
          `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'`,
        ),
      },
    ],
  ])("by %s", async (_key, file) => {
    const decision = await decide(machine(commands(guard)), file);
    expect([decision.verdict, decision.reason]).toEqual(["deny", expect.stringContaining("managed")]);
  });

  it("by HOOKLINE_DISABLED, by another dialect's settings, by choosing dialects, or by leaving it to the agent", async () => {
    const place = machine(commands(guard));
    const off = { ...place.env, HOOKLINE_DISABLED: "1" };
    place.write(".claude/settings.json", { disableAllHooks: true });
    const ways: EngineOptions[] = [
      { env: off },
      { dialects: ["claude-code"] },
      { dialects: [] },
      { leave: ["native"] },
    ];
    for (const options of ways) {
      expect((await decide(place, {}, options)).verdict).toBe("deny");
    }
    const running = await place.engine();
    const [managed] = running.hooks;
    expect(managed && running.turn(managed, "off")).toBe(false);
  });

  it("by onFailure: what breaks blocks where the managed file says so for all", async () => {
    const managed = { defaults: { onFailure: "block" } };
    for (const file of [
      { hooks: commands(broken) },
      { hooks: commands({ ...broken, onFailure: "continue" }) },
      { hooks: commands(broken), defaults: { onFailure: "continue" } },
    ]) {
      expect((await decide(machine({}, managed), file)).verdict).toBe("deny");
    }
    // A stricter word of a project counts; so does what the managed file says of its own hooks.
    expect((await decide(machine({}), { hooks: commands({ ...broken, onFailure: "block" }) })).verdict).toBe(
      "deny",
    );
    const own = machine(commands({ ...broken, onFailure: "continue" }), managed);
    expect((await decide(own, {})).verdict).toBe("pass");
  });

  it("by onFailure of a file of another agent", async () => {
    const place = machine({}, { defaults: { onFailure: "block" } });
    place.write(".claude/settings.json", { hooks: commands({ type: "command", command: "exit 1" }) });
    expect((await decide(place, {})).verdict).toBe("deny");
  });

  it("by lists of what http hooks may do: each list must allow", async () => {
    const http = {
      type: "http",
      url: "http://127.0.0.1:9/",
      headers: { "x-a": "$A" },
      allowedEnvVars: ["A"],
    };
    const place = machine({}, { allowedHttpHookUrls: ["https://example.com/*"], httpHookAllowedEnvVars: [] });
    const { runs } = await decide(place, {
      hooks: { PreToolUse: [{ hooks: [http] }] },
      allowedHttpHookUrls: ["http://127.0.0.1:9/*"],
      httpHookAllowedEnvVars: ["A"],
    });
    expect(runs).toMatchObject([{ fault: "spawn", reason: expect.stringContaining("nothing was sent") }]);
  });

  it("on any event: a managed hook of each one runs whatever the project says", async () => {
    const place = machine(
      Object.fromEntries(
        builtInEvents.map(({ name }) => [name, [{ hooks: [{ type: "command", command: "true" }] }]]),
      ),
    );
    place.write(".hookline/hooks.json", { disableAllHooks: true });
    const { hooks } = await place.engine({ env: { ...place.env, HOOKLINE_DISABLED: "1" } });
    expect(hooks.filter(({ disabled }) => disabled === null)).toHaveLength(builtInEvents.length);
  });
});

describe("a managed hook with once", () => {
  const once = { id: "m", once: true };
  const policy = {
    ...once,
    type: "policy",
    rules: [{ id: "a", verdict: "deny", when: "false", reason: "no" }],
  };

  it.each<[string, object, EngineOptions]>([
    ["rules that nobody approved", { SessionStart: [{ hooks: [policy] }] }, { trust: "store" }],
    ["rules for the same event", { PreToolUse: [{ hooks: [policy] }] }, { trust: "store" }],
    ["an approved hook", { SessionStart: [{ hooks: [{ ...once, type: "command", command: "true" }] }] }, {}],
    ["an approved hook for the same event", commands({ ...once, command: "true" }), {}],
  ])("is not switched off by a project's hook of the same id: %s", async (_what, hooks, options) => {
    const place = machine(commands({ ...guard, ...once }));
    place.write(".hookline/hooks.json", { hooks });
    const first = await place.engine({ ...options, sessionId: "s" });
    await first.fire("SessionStart", { source: "startup" });
    for (const engine of [first, await place.engine({ ...options, sessionId: "s" })]) {
      expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({ verdict: "deny", reason: "managed" });
    }
  });

  it("and rules that nobody approved are not remembered at all", async () => {
    const place = scratch({ SessionStart: [{ hooks: [policy] }] });
    const start = async (trust: "all" | "store") => {
      const engine = await place.engine({ trust, sessionId: "s" });
      return (await engine.fire("SessionStart", { source: "startup" })).runs.length;
    };
    expect([await start("store"), await start("store"), await start("all"), await start("all")]).toEqual([
      1, 1, 1, 0,
    ]);
  });
});
