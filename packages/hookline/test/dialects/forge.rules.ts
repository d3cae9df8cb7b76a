import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

/** The document's names of the events. */
const types: { readonly [event: string]: string } = {
  PreToolUse: "tool:pre_execute",
  PostToolUse: "tool:post_execute",
  PostToolUseFailure: "tool:error",
  ModelRequest: "llm:pre_request",
  ModelResponse: "llm:post_response",
  StreamStart: "llm:stream_start",
  StreamEnd: "llm:stream_end",
  SessionStart: "session:start",
  SessionEnd: "session:end",
  MessageAdded: "session:message",
  PermissionCheck: "permission:check",
  PermissionRequest: "permission:prompt",
  PermissionGranted: "permission:granted",
  PermissionDenied: "permission:denied",
  UserPromptSubmit: "user:prompt_submit",
  UserInterrupt: "user:interrupt",
};

const blocking = ["PreToolUse", "ModelRequest", "PermissionCheck", "UserPromptSubmit"];
const told = Object.keys(types).filter((event) => !blocking.includes(event));

const tool: JsonObject = { tool_name: "bash", tool_input: { command: "ls" } };
const common = { working_dir: "<project>", permission_mode: "default" };
const toolData = { ...common, tool_args: { command: "ls" } };
const seen = (event: string, data: JsonObject, name: string | null = null): JsonObject => ({
  type: types[event] ?? "",
  timestamp: "<time>",
  data,
  tool_name: name,
  session_id: "s-1",
});
const said = (line: number, column: number, what: string) =>
  new RegExp(`^\\.forge/hooks\\.json:${line}:${column}: .*${what}`, "m");

/** The rules of Code-Forge: a list of hooks, patterns over colon names, any non-zero exit blocks what has not happened yet. */
export const rules: DialectRules = {
  dialect: "forge",
  file: ".forge/hooks.json",
  write(event, entries, matcher) {
    const name = matcher === undefined ? types[event] : `${types[event]}:${matcher}`;
    return { hooks: entries.map((entry) => ({ event: name, ...entry })) };
  },
  entry: (command, more = {}) => ({ command, ...more }),
  tool: "bash",
  exits: [
    ...blocking.flatMap((event) => [
      { event, code: 0, stdout: "fine", stderr: "a word", verdict: "pass", reason: "" },
      { event, code: 1, stdout: "not this\n", verdict: "deny", reason: "not this" },
      { event, code: 2, stderr: "nor that\n", verdict: "deny", reason: "nor that" },
      { event, code: 126, stdout: "x", verdict: "pass", fault: "spawn" },
      { event, code: 127, stdout: "x", verdict: "pass", fault: "spawn" },
      { event, code: 255, stdout: "out", stderr: "err", verdict: "deny", reason: "out" },
    ]),
    ...told.flatMap((event) => [
      { event, code: 0, stdout: "fine", verdict: "pass", reason: "" },
      { event, code: 1, stdout: "no", verdict: "pass", reason: "" },
      { event, code: 2, stderr: "no", verdict: "pass", reason: "" },
      { event, code: 127, verdict: "pass", fault: "spawn" },
    ]),
    { event: "PreToolUse", code: 3, stdout: " \n", stderr: "why", verdict: "deny", reason: "why" },
  ],
  answers: [
    {
      event: "PreToolUse",
      stdout: '{"modified_args": {"command": "ls -a"}}',
      decision: { verdict: "pass", updatedInput: { file_path: "a.txt", command: "ls -a" } },
    },
    {
      event: "PreToolUse",
      stdout: '\n  {\n  "modified_args": {\n "timeout": 5 }\n}\n',
      decision: { updatedInput: { file_path: "a.txt", command: "ls", timeout: 5 } },
    },
    {
      event: "PreToolUse",
      code: 1,
      stdout: '{"modified_args": {"command": "ls -a"}}',
      decision: { verdict: "deny", updatedInput: null },
    },
    {
      event: "PreToolUse",
      stdout: '{"modified_args": "ls -a"}',
      decision: { verdict: "pass", updatedInput: null, runs: [{ fault: "malformed" }] },
    },
    // Everything else is text, whatever it says in other dialects.
    ...[
      '{"decision": "block", "reason": "no"}',
      '{"continue": false}',
      '{"async": true}',
      '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny"}}',
      '{"broken',
      "[1, 2]",
      '{"modified_args": {"command": "ls -a"}} and more',
    ].map((stdout) => ({
      event: "PreToolUse",
      stdout,
      decision: { verdict: "pass", halt: null, updatedInput: null, runs: [{ status: "ok", fault: null }] },
    })),
    {
      event: "PreToolUse",
      code: 1,
      stdout: '{"reason": "no"}',
      decision: { verdict: "deny", reason: '{"reason": "no"}' },
    },
    {
      event: "PostToolUse",
      stdout: '{"modified_args": {"command": "x"}}',
      decision: { verdict: "pass", updatedInput: null, updatedOutput: null, messages: [] },
    },
    {
      event: "PostToolUse",
      code: 1,
      stdout: "bad",
      decision: { verdict: "pass", messages: [{ text: "bad" }] },
    },
    {
      event: "PermissionRequest",
      code: 2,
      stdout: "bad",
      decision: { verdict: "pass", messages: [{ text: "bad" }] },
    },
    // What a hook prints is captured; it is not put before the model.
    { event: "SessionStart", stdout: "welcome", decision: { context: [], runs: [{ stdout: "welcome" }] } },
    { event: "UserPromptSubmit", stdout: "noted", decision: { context: [], runs: [{ stdout: "noted" }] } },
  ],
  matchers: [
    { pattern: "bash", fits: ["bash"], not: ["Bash2", "bas", "bash2", "xbash", "write", "BASH"] },
    { pattern: "*", fits: ["bash", "write", "mcp__x__y"], not: [] },
    { pattern: "mcp__*", fits: ["mcp__memory__create", "mcp__"], not: ["mcp_", "bash", "xmcp__a"] },
    { pattern: "b?sh", fits: ["bash", "bish"], not: ["bsh", "baash"] },
    { pattern: "[bd]ash", fits: ["bash", "dash"], not: ["cash"] },
    { pattern: "*_file", fits: ["read_file", "_file"], not: ["read_files", "file"] },
    { pattern: "bash,tool:pre_execute:write", fits: ["bash", "write"], not: ["read"] },
    { pattern: "b*, tool:*:w*", fits: ["bash", "write"], not: ["read"] },
    { pattern: "bash,tool:*", fits: ["bash", "write", "read"], not: [] },
    { pattern: "a.c", fits: ["a.c"], not: ["abc"] },
    { pattern: "server:tool", fits: ["server:tool"], not: ["tool", "server"] },
  ],
  timeouts: [
    { written: 5, ms: 5_000, said: null },
    { written: 0.5, ms: 500, said: null },
    { written: 3_600, ms: 3_600_000, said: null },
    { written: 30_000, ms: 30_000_000, said: /counts seconds; write 30 if milliseconds were meant/ },
    { written: 0, ms: 10_000, said: /the default holds/ },
    { written: -1, ms: 10_000, said: /the default holds/ },
    { written: 100_000, ms: 10_000, said: /the default holds; write 100 if milliseconds were meant/ },
  ],
  defaultTimeoutMs: 10_000,
  order: { ran: ["a", "b"], sequential: true },
  twice: 2,
  payloads: [
    {
      event: "PreToolUse",
      given: tool,
      seen: seen("PreToolUse", { ...toolData, tool_use_id: "<id>" }, "bash"),
    },
    {
      event: "PostToolUse",
      given: { ...tool, tool_response: { success: true }, duration_ms: 7 },
      seen: seen(
        "PostToolUse",
        { ...toolData, tool_result: { success: true }, duration_ms: 7, tool_use_id: "<id>" },
        "bash",
      ),
    },
    {
      event: "PostToolUseFailure",
      given: { ...tool, error: "it broke" },
      seen: seen("PostToolUseFailure", { ...toolData, error: "it broke", tool_use_id: "<id>" }, "bash"),
    },
    {
      event: "ModelRequest",
      given: { model: "anthropic/claude-3", messages: [{ role: "user" }, { role: "assistant" }] },
      seen: seen("ModelRequest", {
        working_dir: "<project>",
        llm_model: "anthropic/claude-3",
        messages: [{ role: "user" }, { role: "assistant" }],
        message_count: 2,
      }),
    },
    {
      event: "ModelResponse",
      given: { model: "m", input_tokens: 1000, output_tokens: 500 },
      seen: seen("ModelResponse", {
        working_dir: "<project>",
        llm_model: "m",
        input_tokens: 1000,
        output_tokens: 500,
        llm_tokens: 1500,
      }),
    },
    {
      event: "StreamStart",
      given: { model: "m" },
      seen: seen("StreamStart", { working_dir: "<project>", llm_model: "m" }),
    },
    {
      event: "StreamEnd",
      given: { model: "m", output_tokens: 3 },
      seen: seen("StreamEnd", { working_dir: "<project>", llm_model: "m", output_tokens: 3, llm_tokens: 3 }),
    },
    {
      event: "SessionStart",
      given: { source: "startup", model: "m" },
      seen: seen("SessionStart", { working_dir: "<project>", source: "startup", model: "m" }),
    },
    {
      event: "SessionEnd",
      given: { reason: "other" },
      seen: seen("SessionEnd", { working_dir: "<project>", reason: "other" }),
    },
    {
      event: "MessageAdded",
      given: { role: "user", content: "hello" },
      seen: seen("MessageAdded", {
        working_dir: "<project>",
        message_role: "user",
        message_content: "hello",
      }),
    },
    {
      event: "PermissionCheck",
      given: { ...tool, permission_level: "ask", permission_rule: "bash:*" },
      seen: seen(
        "PermissionCheck",
        { ...toolData, perm_level: "ask", perm_rule: "bash:*", tool_use_id: "<id>" },
        "bash",
      ),
    },
    {
      event: "PermissionRequest",
      given: tool,
      seen: seen("PermissionRequest", { ...toolData, perm_level: "ask" }, "bash"),
    },
    {
      event: "PermissionGranted",
      given: { ...tool, granted_by: "person" },
      seen: seen("PermissionGranted", { ...toolData, granted_by: "person", tool_use_id: "<id>" }, "bash"),
    },
    {
      event: "PermissionDenied",
      given: { ...tool, reason: "a rule" },
      seen: seen("PermissionDenied", { ...toolData, reason: "a rule", tool_use_id: "<id>" }, "bash"),
    },
    {
      event: "UserPromptSubmit",
      given: { prompt: "do it" },
      seen: seen("UserPromptSubmit", { ...common, user_input: "do it" }),
    },
    { event: "UserInterrupt", given: {}, seen: seen("UserInterrupt", { working_dir: "<project>" }) },
  ],
  variables: [
    ...Object.entries(types).map(([event, type]) => ({
      event,
      given: { ...tool, ...required(event) },
      env: {
        FORGE_EVENT: type,
        EVENT_TYPE: type,
        FORGE_SESSION_ID: "s-1",
        SESSION_ID: "s-1",
        FORGE_WORKING_DIR: "<project>",
        WORKING_DIR: "<project>",
        FORGE_TIMESTAMP: "<time>",
      },
    })),
    {
      event: "PostToolUse",
      given: { ...tool, tool_response: { success: true } },
      env: {
        FORGE_TOOL_NAME: "bash",
        TOOL_NAME: "bash",
        FORGE_TOOL_ARGS: '{"command":"ls"}',
        TOOL_ARGS: '{"command":"ls"}',
        FORGE_TOOL_RESULT: '{"success":true}',
        TOOL_RESULT: '{"success":true}',
      },
    },
    { event: "PostToolUse", given: { ...tool, tool_response: "text" }, env: { FORGE_TOOL_RESULT: '"text"' } },
    {
      event: "PostToolUseFailure",
      given: { ...tool, error: 'it "broke"' },
      env: { FORGE_ERROR: 'it "broke"', FORGE_TOOL_NAME: "bash" },
    },
    {
      event: "ModelResponse",
      given: { model: "anthropic/claude-3", input_tokens: 1000, output_tokens: 500 },
      env: {
        FORGE_LLM_MODEL: "anthropic/claude-3",
        LLM_MODEL: "anthropic/claude-3",
        FORGE_LLM_TOKENS: "1500",
        LLM_TOKENS: "1500",
      },
    },
    {
      event: "PermissionCheck",
      given: { ...tool, permission_level: "ask", permission_rule: "bash:*" },
      env: { FORGE_PERM_LEVEL: "ask", PERM_LEVEL: "ask", FORGE_PERM_RULE: "bash:*", PERM_RULE: "bash:*" },
    },
    {
      event: "MessageAdded",
      given: { role: "user", content: [{ type: "text" }] },
      env: { FORGE_MESSAGE_ROLE: "user", FORGE_MESSAGE_CONTENT: '[{"type":"text"}]' },
    },
    { event: "UserPromptSubmit", given: { prompt: "do\nit" }, env: { FORGE_USER_INPUT: "do\nit" } },
  ],
  background: [],
  cwd: "project",
  subagents: true,
  rewrites: {
    first: '{"modified_args": {"command": "first", "timeout": 1}}',
    second: '{"modified_args": {"command": "second"}}',
    input: { file_path: "a.txt", command: "second", timeout: 1 },
  },
  wrong: [
    {
      text: `{ "hooks": [
  { "event": "tool:pre_excute:bash", "command": "true" },
  { "event": "session:start,session:stop", "command": "true" },
  { "event": "session:start:bash", "command": "true" },
  { "event": "PreToolUse", "command": "true" }
] }`,
      said: [
        said(2, 14, 'no event "tool:pre_excute" in Code-Forge.*did you mean "tool:pre_execute"'),
        said(3, 14, 'no event "session:stop" in Code-Forge.*did you mean "session:start"'),
        said(4, 14, 'no event "session:start:bash" in Code-Forge.*did you mean "session:start"'),
        said(5, 14, 'no event "PreToolUse" in Code-Forge'),
      ],
      kept: 1,
    },
    {
      text: `{
  "stop_on_failur": false,
  "hooks": [
    { "event": "tool:pre_execute", "command": "true", "tiemout": 5 },
    { "event": "tool:pre_execute", "command": "true", "matcher": "bash" },
    { "event": "tool:pre_execute", "command": 5 },
    { "event": "tool:pre_execute" },
    { "command": "true" },
    { "event": 7, "command": "true" },
    "true",
    { "event": "tool:pre_execute", "command": "true", "timeout": "5s", "enabled": "yes", "env": { "A": 1 } },
    { "event": "*", "command": "true" }
  ]
}`,
      said: [
        said(2, 3, '"stop_on_failur" means nothing here; did you mean "stop_on_failure"'),
        said(4, 55, '"tiemout" means nothing here; did you mean "timeout"'),
        said(5, 55, 'Code-Forge has no matchers.*as in "tool:pre_execute:bash"'),
        said(6, 47, '"command" must be a string, not 5; the hook is left out'),
        said(7, 5, 'needs "command"; the hook is left out; add "command"'),
        said(8, 5, 'a hook needs an "event"'),
        said(9, 5, '"event" must be a string, not 7'),
        said(10, 5, 'a hook is an object, not "true"'),
        said(11, 66, '"timeout" must be a number, not "5s"; the default holds'),
        said(11, 83, '"enabled" must be true or false'),
        said(11, 99, ""),
        said(12, 16, "every event.*name the events"),
      ],
      kept: 3 + 16,
    },
    { text: '{ "hooks": {} }', said: [said(1, 12, '"hooks" must be a list, not an object')], kept: 0 },
    {
      text: '[ { "event": "tool:*" } ]',
      said: [said(1, 1, "a hook file is an object, not a list")],
      kept: 0,
    },
    { text: '{ "hooks": [', said: [said(1, 13, "")], kept: 0 },
    {
      text: '{ "stop_on_failure": "no", "hooks": [ { "event": "tool:error", "command": "true" } ] }',
      said: [said(1, 22, '"stop_on_failure" must be true or false')],
      kept: 1,
    },
    {
      text: '{ "hooks": [ { "event": "tool:pre_execute:[", "command": "true" } ] }',
      said: [said(1, 14, "no valid glob")],
      kept: 1,
    },
  ],
};

function required(event: string): JsonObject {
  switch (event) {
    case "PostToolUse":
      return { tool_response: null };
    case "PostToolUseFailure":
      return { error: "" };
    case "SessionStart":
      return { source: "startup" };
    case "SessionEnd":
    case "PermissionDenied":
      return { reason: "other" };
    case "UserPromptSubmit":
      return { prompt: "" };
    case "MessageAdded":
      return { role: "user" };
    default:
      return { model: "m" };
  }
}
