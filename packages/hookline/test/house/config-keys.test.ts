import { describe, expect, it } from "vitest";
import {
  defaultsFields,
  fileFields,
  groupFields,
  hookFields,
} from "../../src/config/entries/entry-fields.ts";
import type { Hook } from "../../src/contract/hook.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import { fire } from "../../src/engine/fire.ts";
import { createState } from "../../src/engine/state.ts";
import { indexHooks } from "../../src/pipeline/match.ts";
import { allRunners } from "../../src/runners/all.ts";
import { scratch } from "../engine/scratch.ts";

/** An object that notes which of its properties are read. */
function spy<T extends object>(target: T, read: Set<string>): T {
  // Hooks are frozen, and a proxy of a frozen object may not give out another value: so it stands before an empty one.
  return new Proxy(Object.create(null), {
    get(_empty, name) {
      if (typeof name === "string") read.add(name);
      const value: unknown = Reflect.get(target, name, target);
      return name === "fields" && typeof value === "object" && value !== null ? spy(value, read) : value;
    },
  });
}

/** Loads a hook file, fires its event, and tells which properties of the hooks, and fields of their types, were read. */
async function readWhileFiring(file: object, event: string, payload: JsonObject) {
  const place = scratch();
  place.write(".hookline/hooks.json", file);
  const options = {
    cwd: place.project,
    env: { ...place.env, HEADER: "x" },
    systemRoot: place.system,
    trust: "all" as const,
  };
  const judge = async () => ({ ok: true });
  const state = await createState({
    ...options,
    model: judge,
    agent: judge,
    mcp: { callTool: async () => ({ content: [], isError: false }) },
  });
  const read = new Set<string>();
  const hooks = state.configuration.hooks.map((hook: Hook) => spy(hook, read));
  state.index = indexHooks(hooks);
  await fire(state, event, payload, {});
  await Promise.all(state.background);
  await state.host.close();
  state.closeHttp();
  return { read, state };
}

const aWrite = { tool_name: "Write", tool_input: {} };

/** Where each key of an entry ends up: what must be read for the key to have an effect. */
const properties: Record<keyof typeof hookFields, keyof Hook> = {
  type: "type",
  id: "id",
  description: "description",
  enabled: "disabled",
  if: "if",
  when: "when",
  timeout: "timeoutMs",
  statusMessage: "statusMessage",
  once: "once",
  async: "background",
  asyncRewake: "rewake",
  onFailure: "onFailure",
  mode: "mode",
  env: "env",
  passEnv: "passEnv",
  cwd: "cwd",
};

describe("every accepted key of an entry", () => {
  const plain = { type: "command", command: "exit 3" };
  const given: Record<keyof typeof hookFields, unknown> = {
    type: "http",
    id: "mine",
    description: "about it",
    enabled: false,
    if: "Write",
    when: "true",
    timeout: 5,
    statusMessage: "busy",
    once: true,
    async: true,
    asyncRewake: true,
    onFailure: "block",
    mode: "warn",
    env: { A: "b" },
    passEnv: ["A"],
    cwd: ".",
  };

  it.each(Object.keys(hookFields) as (keyof typeof hookFields)[])("%s changes the hook", async (key) => {
    const load = async (entry: object) => {
      const place = scratch({ PreToolUse: [{ hooks: [entry] }] });
      const [hook] = (await place.engine()).hooks;
      return JSON.stringify(hook?.[properties[key]]);
    };
    const changed =
      key === "type" ? { type: given.type, url: "http://127.0.0.1:1/" } : { ...plain, [key]: given[key] };
    expect(await load(changed)).not.toBe(await load(plain));
  });

  it("is read when the event fires, but for the description, which lists show", async () => {
    const file = {
      hooks: { PreToolUse: [{ hooks: [plain, { ...plain, command: "exit 4", async: true }] }] },
    };
    const { read } = await readWhileFiring(file, "PreToolUse", aWrite);
    // `statusMessage` is read for listeners, of which there is none here; the stream's own test has one.
    const elsewhere = ["description", "statusMessage"];
    expect(Object.values(properties).filter((name) => !read.has(name) && !elsewhere.includes(name))).toEqual(
      [],
    );
    expect(read.has("sequential") && read.has("matcher") && read.has("environment")).toBe(true);
  });
});

describe("every accepted field of a hook type", () => {
  const examples: Record<string, JsonObject> = {
    command: { command: "true", args: [], shell: "sh", sandbox: {}, worker: false, prestart: false },
    worker: { command: "true", args: [], shell: "sh", start: "lazy", maxInFlight: 2, watch: [] },
    http: { url: "http://127.0.0.1:1/", headers: { a: "$HEADER" }, allowedEnvVars: ["HEADER"] },
    module: { module: "x.mjs", export: "run" },
    prompt: { prompt: "ok?", model: "m", continueOnBlock: true },
    agent: { prompt: "ok?", model: "m" },
    mcp_tool: { server: "s", tool: "t", input: {} },
    policy: { packs: ["commands"], rules: [], settings: {}, except: {} },
    function: {},
  };

  it.each(allRunners.map(({ type }) => type))("is read by %s", async (type) => {
    const runner = allRunners.find((one) => one.type === type);
    const example = examples[type] ?? {};
    expect(Object.keys(example).sort()).toEqual(Object.keys(runner?.fields ?? {}).sort());
    if (type === "function") return;
    const { read } = await readWhileFiring(
      { hooks: { PreToolUse: [{ hooks: [{ type, ...example }] }] } },
      "PreToolUse",
      aWrite,
    );
    // When a worker starts is looked at when a session does; its own test has one.
    const elsewhere = type === "worker" ? ["start"] : [];
    expect(Object.keys(example).filter((name) => !read.has(name) && !elsewhere.includes(name))).toEqual([]);
  });
});

describe("every accepted key of a group and of a file", () => {
  const entry = { type: "command", command: "exit 2" };
  const hooks = (group: object) => ({ hooks: { PreToolUse: [{ hooks: [entry], ...group }] } });
  const outcomes: Record<
    string,
    {
      file: object;
      shows: (hook: Hook, all: Awaited<ReturnType<typeof readWhileFiring>>["state"]) => boolean;
    }
  > = {
    "group.matcher": { file: hooks({ matcher: "Read" }), shows: (hook) => hook.matcher.pattern === "Read" },
    "group.hooks": { file: hooks({}), shows: (hook) => hook.type === "command" },
    "group.sequential": { file: hooks({ sequential: true }), shows: (hook) => hook.sequential },
    "group.description": {
      file: hooks({ description: "group" }),
      shows: (hook) => hook.description === "group",
    },
    "defaults.timeout": {
      file: { ...hooks({}), defaults: { timeout: 7 } },
      shows: (hook) => hook.timeoutMs === 7_000,
    },
    "defaults.onFailure": {
      file: { ...hooks({}), defaults: { onFailure: "block" } },
      shows: (hook) => hook.onFailure === "block",
    },
    "defaults.mode": {
      file: { ...hooks({}), defaults: { mode: "shadow" } },
      shows: (hook) => hook.mode === "shadow",
    },
    "defaults.environment": {
      file: { ...hooks({}), defaults: { environment: "strict" } },
      shows: (hook) => hook.environment === "strict",
    },
    "defaults.passEnv": {
      file: { ...hooks({}), defaults: { passEnv: ["X"] } },
      shows: (hook) => hook.passEnv.includes("X"),
    },
    "file.hooks": { file: hooks({}), shows: (hook) => hook.event === "PreToolUse" },
    "file.defaults": {
      file: { ...hooks({}), defaults: { timeout: 8 } },
      shows: (hook) => hook.timeoutMs === 8_000,
    },
    "file.description": {
      file: { ...hooks({}), description: "file" },
      shows: (hook) => hook.description === "file",
    },
    "file.disableAllHooks": {
      file: { ...hooks({}), disableAllHooks: true },
      shows: (hook) => hook.disabled !== null,
    },
    "file.allowedHttpHookUrls": {
      file: { ...hooks({}), allowedHttpHookUrls: ["u"] },
      shows: (_, state) => state.services.allowedUrls.flat().includes("u"),
    },
    "file.httpHookAllowedEnvVars": {
      file: { ...hooks({}), httpHookAllowedEnvVars: ["v"] },
      shows: (_, state) => state.services.allowedHeaderVariables.flat().includes("v"),
    },
    "file.audit": {
      file: { ...hooks({}), audit: { chain: "mine" } },
      shows: (_, state) => state.ledger?.settings.chain === "mine",
    },
    "file.redact": {
      file: { ...hooks({}), redact: ["tool_input.note"] },
      shows: (_, state) =>
        !JSON.stringify(state.redactor.json({ tool_input: { note: "x1" } })).includes("x1"),
    },
  };

  it("is in the table of what shows it", () => {
    const keys = [
      ...Object.keys(groupFields).map((key) => `group.${key}`),
      ...Object.keys(defaultsFields).map((key) => `defaults.${key}`),
      // `$schema` is for editors.
      ...Object.keys(fileFields)
        .filter((key) => key !== "$schema")
        .map((key) => `file.${key}`),
    ];
    expect(keys.sort()).toEqual(Object.keys(outcomes).sort());
  });

  it.each(Object.keys(outcomes))("%s has an effect", async (key) => {
    const { state } = await readWhileFiring(outcomes[key]?.file ?? {}, "PreToolUse", aWrite);
    const [hook] = state.configuration.hooks;
    expect(hook && outcomes[key]?.shows(hook, state)).toBe(true);
  });
});
