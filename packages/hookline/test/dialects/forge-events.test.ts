import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { forge } from "../../src/dialects/forge.ts";
import { builtInEvents } from "../../src/index.ts";
import { page } from "../house/pages.ts";
import { exampleDecision } from "../pipeline/examples.ts";
import { forgeProject } from "./forge-project.ts";

const types = Object.keys(forge.events);
const canonical = (type: string) => String(forge.events[type]);

const tool = { tool_name: "bash", tool_input: { command: "ls" } };
/** What each event must have, and a little more. */
const payloads: { readonly [type: string]: JsonObject } = {
  "tool:pre_execute": tool,
  "tool:post_execute": { ...tool, tool_response: { success: true } },
  "tool:error": { ...tool, error: "it broke" },
  "llm:pre_request": { model: "anthropic/claude-3", messages: [{ role: "user" }] },
  "llm:post_response": { model: "anthropic/claude-3", input_tokens: 1000, output_tokens: 500 },
  "llm:stream_start": { model: "anthropic/claude-3" },
  "llm:stream_end": { model: "anthropic/claude-3", output_tokens: 7 },
  "session:start": { source: "startup" },
  "session:end": { reason: "other" },
  "session:message": { role: "user", content: "hello" },
  "permission:check": { ...tool, permission_level: "ask", permission_rule: "bash:*" },
  "permission:prompt": tool,
  "permission:granted": { ...tool, granted_by: "person" },
  "permission:denied": { ...tool, reason: "a rule" },
  "user:prompt_submit": { prompt: "do it" },
  "user:interrupt": {},
};

describe("the events of Code-Forge", () => {
  const meant = {
    "tool:pre_execute": "PreToolUse",
    "tool:post_execute": "PostToolUse",
    "tool:error": "PostToolUseFailure",
    "llm:pre_request": "ModelRequest",
    "llm:post_response": "ModelResponse",
    "llm:stream_start": "StreamStart",
    "llm:stream_end": "StreamEnd",
    "session:start": "SessionStart",
    "session:end": "SessionEnd",
    "session:message": "MessageAdded",
    "permission:check": "PermissionCheck",
    "permission:prompt": "PermissionRequest",
    "permission:granted": "PermissionGranted",
    "permission:denied": "PermissionDenied",
    "user:prompt_submit": "UserPromptSubmit",
    "user:interrupt": "UserInterrupt",
  };

  // shows: F-003 F-013 F-014 F-015 F-016 F-017 F-018 F-019 F-020 F-021 F-022 F-023 F-024 F-025 F-026 F-027 F-028 F-092 F-124
  it("are sixteen, and a hook on each runs when it is fired", async () => {
    expect(types).toEqual(Object.keys(payloads));
    expect(forge.events).toEqual(meant);
    const place = forgeProject();
    const hooks = types.map((event) => ({ event, command: 'echo "$FORGE_EVENT" >> "$HOME/fired"' }));
    place.write(".forge/hooks.json", { hooks });
    const engine = await place.engine();
    for (const type of types) await engine.fire(canonical(type), payloads[type] ?? {});
    expect(place.read(`${place.home}/fired`).trim().split("\n")).toEqual(types);
  });

  // shows: F-134
  it("are each in the document, with what they are called here", () => {
    const rows = [
      ...page("docs/dialects/forge.md").matchAll(/^\| `(\w+:\w+)` +\| \[(\w+)\]\(\.\.\/events\.md\) +\|$/gm),
    ];
    expect(Object.fromEntries(rows.map(([, type, name]) => [type, name]))).toEqual(meant);
  });

  const args = '{"command":"ls"}';
  const ofTools = { TOOL_NAME: "bash", TOOL_ARGS: args };
  const model = { LLM_MODEL: "anthropic/claude-3" };
  const told: { readonly [type: string]: { readonly [name: string]: string } } = {
    "tool:pre_execute": ofTools,
    "tool:post_execute": { ...ofTools, TOOL_RESULT: '{"success":true}' },
    "tool:error": { ...ofTools, ERROR: "it broke" },
    "llm:pre_request": model,
    "llm:post_response": { ...model, LLM_TOKENS: "1500" },
    "llm:stream_start": model,
    "llm:stream_end": { ...model, LLM_TOKENS: "7" },
    "session:message": { MESSAGE_ROLE: "user", MESSAGE_CONTENT: "hello" },
    "permission:check": { ...ofTools, PERM_LEVEL: "ask", PERM_RULE: "bash:*" },
    "permission:prompt": { ...ofTools, PERM_LEVEL: "ask" },
    "permission:granted": ofTools,
    "permission:denied": ofTools,
    "user:prompt_submit": { USER_INPUT: "do it" },
  };

  // shows: F-004 F-042 F-068 F-069 F-070 F-071 F-072 F-073 F-074 F-075 F-076 F-077 F-102 F-136 F-093 F-125
  it.each(types)("%s tells its hooks what it has, and only that", async (type) => {
    const place = forgeProject();
    place.write(".forge/hooks.json", { hooks: [{ event: type, command: 'env -0 > "$HOME/seen"' }] });
    const engine = await place.engine();
    await engine.fire(canonical(type), payloads[type] ?? {});
    const seen = place.read(`${place.home}/seen`).split("\0");
    const own = seen.flatMap((line) => [/^FORGE_(\w+)=(.*)$/s.exec(line)?.slice(1) ?? []]);
    expect(Object.fromEntries(own.filter((pair) => pair.length > 0))).toEqual({
      EVENT: type,
      TIMESTAMP: expect.stringMatching(/^\d+(?:\.\d+)?$/),
      SESSION_ID: "sess_abc123",
      WORKING_DIR: place.project,
      ...told[type],
    });
  });

  // shows: F-036 F-038
  it.each(["EVENT_TYPE", "TOOL_NAME", "TOOL_ARGS", "SESSION_ID", "WORKING_DIR"])(
    "$%s is there without its prefix, in the command and in the programs that it starts",
    async (name) => {
      const place = forgeProject();
      const command = `printf '%s|' $${name} "$${name}" '$${name}' \${${name}}; printenv ${name}`;
      place.write(".forge/hooks.json", { hooks: [{ event: "tool:pre_execute", command }] });
      const { runs } = await (await place.engine()).fire("PreToolUse", tool);
      const value = {
        EVENT_TYPE: "tool:pre_execute",
        TOOL_NAME: "bash",
        TOOL_ARGS: '{"command":"ls"}',
        SESSION_ID: "sess_abc123",
        WORKING_DIR: place.project,
      }[name];
      expect(runs[0]?.stdout).toBe(`${value}|${value}|${value}|${value}|${value}\n`);
    },
  );

  it("hand over a name with a NUL and with newlines", async () => {
    const place = forgeProject();
    const command = `printf '%s' '$TOOL_NAME' > "$HOME/name"`;
    place.write(".forge/hooks.json", { hooks: [{ event: "tool:pre_execute", command }] });
    await (await place.engine()).fire("PreToolUse", { tool_name: "a\0b\n'$(x)'\n", tool_input: {} });
    expect(place.read(`${place.home}/name`)).toBe("a\ufffdb\n'$(x)'\n");
  });
});

/** What a list of patterns means, told plainly. */
const meaning: readonly [pattern: string, fits: readonly string[], not: readonly string[]][] = [
  ["tool:pre_execute", ["tool:pre_execute bash", "tool:pre_execute write"], ["tool:post_execute bash"]],
  ["tool:*", ["tool:pre_execute bash", "tool:post_execute x", "tool:error x"], ["permission:check bash"]],
  ["tool:pre_execute:bash", ["tool:pre_execute bash"], ["tool:pre_execute write", "tool:post_execute bash"]],
  ["tool:*:write", ["tool:pre_execute write", "tool:error write"], ["tool:pre_execute bash"]],
  ["tool:pre_execute,tool:post_execute", ["tool:pre_execute a", "tool:post_execute a"], ["tool:error a"]],
  ["session:start,session:end", ["session:start", "session:end"], ["session:message", "tool:error a"]],
  [" session:start , tool:error:b* ", ["session:start", "tool:error bash"], ["tool:error write"]],
  [
    "*:bash",
    ["tool:pre_execute bash", "permission:denied bash"],
    ["tool:pre_execute write", "session:start"],
  ],
  ["*:pre_*", ["tool:pre_execute x", "llm:pre_request"], ["llm:post_response", "session:start"]],
  ["*", ["tool:error x", "session:start", "user:interrupt", "llm:stream_end"], []],
];

describe("an event pattern", () => {
  // shows: F-030 F-031 F-032 F-033 F-034 F-035 F-095 F-126 F-137
  it.each(meaning)("%s", async (pattern, fits, not) => {
    const place = forgeProject();
    place.write(".forge/hooks.json", { hooks: [{ event: pattern, command: "true" }] });
    const engine = await place.engine();
    const runs = (text: string) => {
      const [type = "", name = ""] = text.split(" ");
      const payload = { ...payloads[type], ...(name && { tool_name: name }) };
      return engine.preview(canonical(type), payload).plan.lanes.length;
    };
    expect(fits.map(runs)).toEqual(fits.map(() => 1));
    expect(not.map(runs)).toEqual(not.map(() => 0));
    const doubts = engine.diagnostics.map(({ severity, message }) => `${severity} ${message}`);
    if (pattern === "*") expect(doubts).toEqual([expect.stringMatching(/^warning .*every event/)]);
    else expect(doubts).toEqual([]);
  });

  const parts = fc.record({
    type: fc.constantFrom(...types, "*", "tool:*", "t?ol:p*", "permission:*", "*:pre_*", "[ps]*:*", "*:*"),
    tool: fc.constantFrom(null, "bash", "b*", "?ash", "[bw]*", "*", "mcp__*", "[!b]*"),
  });

  /** The rule in the words of shells: `*` any text, `?` any sign, `[…]` one of some. */
  const like = (pattern: string, text: string) => {
    const source = pattern.replace(/[*?]/g, (sign) => (sign === "*" ? ".*" : ".")).replaceAll("[!", "[^");
    return new RegExp(`^${source}$`).test(text);
  };

  // shows: F-031 F-032 F-033 F-034 F-126 F-137
  it("makes one hook of an event, which fits if one of its parts does", () => {
    const property = fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), (list) => {
      const name = list.map(({ type, tool }) => (tool === null ? type : `${type}:${tool}`)).join(", ");
      const { bindings } = forge.bind?.(name) ?? { bindings: [] };
      expect(new Set(bindings.map(({ event }) => event)).size).toBe(bindings.length);
      for (const type of types) {
        const isTool = /^(?:tool|permission):/.test(type);
        for (const tool of ["bash", "write", "dash", "mcp__a__b"]) {
          const fits = list.some((part) => {
            // `*:[!b]*` is a pattern over events already.
            const whole = part.tool !== null && like(`${part.type}:${part.tool}`, type);
            return (
              whole || (like(part.type, type) && (part.tool === null || (isTool && like(part.tool, tool))))
            );
          });
          const bound = bindings.find(({ event }) => event === canonical(type));
          const patterns = bound?.matcher?.split(",") ?? null;
          const found = bound !== undefined && (patterns === null || patterns.some((one) => like(one, tool)));
          expect([name, type, tool, found]).toEqual([name, type, tool, fits]);
        }
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  // What a file of an unapproved project says must not hold the agent.
  it("with many stars takes no time", async () => {
    const stars = "*a".repeat(40);
    const place = forgeProject();
    const hooks = [`tool:pre_execute:${stars}b`, `${stars}:${stars}`].map((event) => ({
      event,
      command: "true",
    }));
    place.write(".forge/hooks.json", { hooks });
    const engine = await place.engine();
    const began = performance.now();
    const { runs } = await engine.fire("PreToolUse", { tool_name: "a".repeat(2_000), tool_input: {} });
    expect(runs).toEqual([]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("the wire of Code-Forge", () => {
  const spec = (type: string) => builtInEvents.find(({ name }) => name === canonical(type));

  // shows: F-093 F-125
  it.each(types)("%s is read back as it was written", (type) => {
    const row = spec(type);
    if (!row) throw new Error(type);
    const payload = { session_id: "s", cwd: "/p", hook_event_name: row.name, ...payloads[type] };
    const event = { id: "1", spec: row, payload, subject: null, tool: null, depth: 0 };
    const shown = forge.present(event, { projectDir: "/p", at: 1_700_000_000_250 }).payload;
    expect(shown).toMatchObject({ type, timestamp: 1_700_000_000.25, session_id: "s" });
    expect(Object.keys(shown)).toEqual(["type", "timestamp", "data", "tool_name", "session_id"]);
    const { event: name, payload: read } = forge.decode(shown);
    const { hook_event_name: _, ...rest } = payload;
    expect(name).toBe(row.name);
    expect(read).toMatchObject(rest);
  });

  it("fills in what Code-Forge does not tell, and leaves what it does not know", () => {
    expect(forge.decode({ type: "session:start", timestamp: 1, data: {}, session_id: "s" })).toEqual({
      event: "SessionStart",
      payload: { session_id: "s", source: "startup" },
    });
    expect(forge.decode({ type: "permission:denied", tool_name: "bash", data: { why: 1 } })).toEqual({
      event: "PermissionDenied",
      payload: { tool_name: "bash", tool_input: {}, reason: "", why: 1 },
    });
    expect(forge.decode({ type: "tool:unheard" })).toEqual({ event: "tool:unheard", payload: {} });
    expect(forge.decode({}).event).toBe("");
  });

  const said = exampleDecision();

  it.each([
    [{}, { stdout: "", stderr: "", exitCode: 0 }],
    [
      { verdict: "deny", reason: "no" },
      { stdout: "no\n", stderr: "", exitCode: 1 },
    ],
    [
      { verdict: "ask", reason: "sure?" },
      { stdout: "sure?\n", stderr: "", exitCode: 1 },
    ],
    [
      { verdict: "defer" },
      { stdout: "a hook wants PreToolUse to be asked about\n", stderr: "", exitCode: 1 },
    ],
    [{ halt: { reason: "enough" } }, { stdout: "enough\n", stderr: "", exitCode: 1 }],
    [
      { updatedInput: { command: "ls" }, messages: [{ level: "warn", text: "changed", hook: "h" }] },
      { stdout: '{"modified_args":{"command":"ls"}}\n', stderr: "changed\n", exitCode: 0 },
    ],
  ] as const)("%j is answered as a hook of Code-Forge answers", (part, answer) => {
    expect(forge.encode({ ...said, ...part })).toEqual(answer);
  });
});
