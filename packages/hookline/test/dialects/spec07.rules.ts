import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

const base = {
  session_id: "s-1",
  transcript_path: "/t.jsonl",
  cwd: "<project>",
  permission_mode: "plan",
};
const tool = { tool_name: "Write", tool_input: { file_path: "a.txt" }, tool_use_id: "toolu-1" };
const agent = { agent_id: "a-1", agent_type: "Explore" };

/** What hooks of each event read: the fields of its input, after the base. */
const inputs: { readonly [event: string]: JsonObject } = {
  PreToolUse: tool,
  PostToolUse: { ...tool, tool_response: { ok: true } },
  PostToolUseFailure: { ...tool, error: "it broke", is_interrupt: false },
  Notification: { message: "look", title: "Hey", notification_type: "idle_prompt" },
  UserPromptSubmit: { prompt: "hello" },
  SessionStart: { source: "compact", agent_type: "Explore", model: "m" },
  SessionEnd: { reason: "logout" },
  Stop: { stop_hook_active: true },
  SubagentStart: agent,
  SubagentStop: { ...agent, stop_hook_active: false, agent_transcript_path: "/a.jsonl" },
  PreCompact: { trigger: "auto", custom_instructions: null },
  PermissionRequest: { tool_name: "Write", tool_input: { file_path: "a.txt" } },
  Setup: { trigger: "init" },
  TeammateIdle: { teammate_name: "ann", team_name: "one" },
  TaskCompleted: {
    task_id: "t-1",
    task_subject: "tests",
    task_description: "all of them",
    teammate_name: "ann",
    team_name: "one",
  },
};

const say = (answer: JsonObject) => JSON.stringify(answer);
const specific = (event: string, more: JsonObject) =>
  say({ hookSpecificOutput: { hookEventName: event, ...more } });
const codes = [1, 2, 3, 255];

/** The rules of Spec 07. */
export const rules: DialectRules = {
  dialect: "spec07",
  file: "",
  write: (event, entries, matcher) => ({
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: entries }] },
  }),
  entry: (command, more = {}) => ({ command, ...more }),
  tool: "Bash",
  exits: [
    { event: "PreToolUse", code: 0, verdict: "pass" },
    { event: "PreToolUse", code: 0, stdout: "plain text", stderr: "noise", verdict: "pass", reason: "" },
    ...codes.map((code) => ({ event: "PreToolUse", code, stderr: "no", verdict: "pass", fault: "crash" })),
    ...codes.map((code) => ({ event: "Stop", code, stderr: "no", verdict: "pass", fault: "crash" })),
    { event: "PermissionRequest", code: 2, stderr: "no", verdict: "pass", fault: "crash" },
    { event: "PreToolUse", code: 126, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 127, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 1, stdout: "plain text", verdict: "pass", fault: "crash" },
    ...[0, 1, 2, 127, 255].map((code) => ({
      event: "PreToolUse",
      code,
      stdout: say({ decision: "block", reason: "json" }),
      stderr: "stderr",
      verdict: "deny",
      reason: "json",
    })),
    { event: "PreToolUse", code: 0, stdout: '{"decision":', verdict: "pass", fault: "malformed" },
    { event: "PreToolUse", code: 0, stdout: '{"decision":"maybe"}', verdict: "pass", fault: "malformed" },
    { event: "PreToolUse", code: 0, stdout: '{"decision":"block"}{}', verdict: "pass", fault: "malformed" },
    { event: "PreToolUse", code: 0, stdout: '{"continue":"no"}', verdict: "pass", fault: "malformed" },
    {
      event: "PreToolUse",
      code: 0,
      stdout: specific("PreToolUse", { permissionDecision: "denied" }),
      verdict: "pass",
      fault: "malformed",
    },
    {
      event: "PreToolUse",
      code: 0,
      stdout: specific("PostToolUse", { permissionDecision: "deny" }),
      verdict: "pass",
      fault: "malformed",
    },
  ],
  answers: [
    { event: "PreToolUse", stdout: say({ decision: "approve" }), decision: { verdict: "allow" } },
    { event: "PreToolUse", stdout: say({ decision: "allow" }), decision: { verdict: "allow" } },
    {
      event: "PreToolUse",
      stdout: say({ decision: "deny", reason: "r" }),
      decision: { verdict: "deny", reason: "r" },
    },
    {
      event: "PreToolUse",
      stdout: say({ decision: "", continue: null, hookSpecificOutput: null }),
      decision: { verdict: "pass", halt: null },
    },
    {
      event: "PreToolUse",
      stdout: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "why" }),
      decision: { verdict: "deny", reason: "why" },
    },
    {
      event: "PreToolUse",
      stdout: specific("PreToolUse", { permissionDecision: "ask" }),
      decision: { verdict: "ask" },
    },
    {
      event: "PreToolUse",
      stdout: say({
        decision: "block",
        reason: "stricter",
        hookSpecificOutput: { permissionDecision: "allow" },
      }),
      decision: { verdict: "deny", reason: "stricter" },
    },
    {
      event: "PreToolUse",
      stdout: say({
        hookSpecificOutput: {
          permissionDecision: "",
          updatedInput: { file_path: "b" },
          additionalContext: "c",
        },
      }),
      decision: { verdict: "pass", updatedInput: { file_path: "b" }, context: ["c"] },
    },
    {
      event: "PreToolUse",
      stdout: say({ continue: false, stopReason: "enough" }),
      decision: { verdict: "pass", halt: { reason: "enough" } },
    },
    { event: "PreToolUse", stdout: say({ continue: true }), decision: { verdict: "pass", halt: null } },
    {
      event: "PreToolUse",
      stdout: say({ systemMessage: "hi" }),
      decision: { messages: [{ level: "info", text: "hi" }] },
    },
    {
      event: "PostToolUse",
      stdout: say({ decision: "block", reason: "look again", suppressOutput: true }),
      decision: { verdict: "deny", reason: "look again", effects: { suppressOutput: true } },
    },
    { event: "PostToolUse", stdout: say({ suppressOutput: false }), decision: { effects: {} } },
    {
      event: "PostToolUseFailure",
      stdout: specific("PostToolUseFailure", { additionalContext: "c" }),
      decision: { context: ["c"] },
    },
    {
      event: "PostToolUse",
      stdout: specific("PostToolUse", { updatedMCPToolOutput: "x" }),
      decision: { updatedOutput: null, messages: [{ level: "warn" }] },
    },
    {
      event: "PermissionRequest",
      stdout: say({ decision: "block", reason: "r" }),
      decision: { verdict: "deny", reason: "r" },
    },
    { event: "PermissionRequest", stdout: say({ decision: "approve" }), decision: { verdict: "allow" } },
    {
      event: "PermissionRequest",
      stdout: specific("PermissionRequest", { decision: { behavior: "deny", message: "m" } }),
      decision: { verdict: "deny", reason: "m" },
    },
    {
      event: "Stop",
      stdout: say({ continue: true, systemMessage: "run the tests" }),
      decision: { verdict: "deny", reason: "run the tests", halt: null },
    },
    {
      event: "Stop",
      stdout: say({ continue: true, reason: "not done" }),
      decision: { verdict: "deny", reason: "not done" },
    },
    {
      event: "Stop",
      stdout: say({ continue: false, stopReason: "x" }),
      decision: { verdict: "pass", halt: null },
    },
    { event: "Stop", stdout: say({}), decision: { verdict: "pass", halt: null } },
    {
      event: "UserPromptSubmit",
      stdout: say({ decision: "block", reason: "no" }),
      decision: { verdict: "deny", reason: "no" },
    },
    { event: "UserPromptSubmit", stdout: "plain text", decision: { verdict: "pass", context: [] } },
    {
      event: "SessionStart",
      stdout: specific("SessionStart", { additionalContext: "c" }),
      decision: { context: ["c"] },
    },
    {
      event: "Notification",
      stdout: specific("Notification", { additionalContext: "c" }),
      decision: { context: ["c"] },
    },
    { event: "SessionEnd", stdout: say({ systemMessage: "bye" }), decision: { messages: [{ text: "bye" }] } },
  ],
  matchers: [
    { pattern: "", fits: ["Bash", "mcp__x"], not: [] },
    { pattern: "*", fits: ["Bash", "mcp__x"], not: [] },
    { pattern: "Bash", fits: ["Bash", "command_execute"], not: ["BashOutput", "bash_", "MyBash"] },
    { pattern: "mcp__*", fits: ["mcp__memory__create", "mcp__"], not: ["Bash", "mcp_", "xmcp__a"] },
    { pattern: "?ead", fits: ["Read", "read"], not: ["ead", "Bread"] },
    { pattern: "[A-C]*", fits: ["Bash"], not: ["Edit", "bash_x"] },
    { pattern: "[^A-C]*", fits: ["Edit"], not: ["Bash"] },
    { pattern: "Write|Edit", fits: ["Write|Edit"], not: ["Write", "Edit"] },
    { pattern: "a\\*", fits: ["a*"], not: ["ab"] },
  ],
  timeouts: [
    { written: 5, ms: 5_000, said: null },
    { written: 1.5, ms: 1_500, said: null },
    { written: 3_600, ms: 3_600_000, said: null },
  ],
  defaultTimeoutMs: 600_000,
  // A blocking exit is none here, and a block would not end the group either.
  order: { ran: ["a", "b", "c"], sequential: true },
  twice: 2,
  payloads: Object.entries(inputs).flatMap(([event, input]) => {
    const named = { hook_event_name: event };
    const whole = { event, given: { ...base, ...input }, seen: { ...base, ...named, ...input } };
    const { transcript_path, permission_mode, cwd, ...given } = whole.given;
    const filled = { transcript_path: "", permission_mode: "default" };
    return [
      { ...whole, given: { ...given, transcript_path, permission_mode } },
      { event, given, seen: { ...whole.seen, ...filled } },
    ];
  }),
  variables: [],
  background: [],
  cwd: "payload",
  subagents: true,
  rewrites: {
    first: specific("PreToolUse", { updatedInput: { file_path: "one", more: 1 } }),
    second: specific("PreToolUse", { updatedInput: { file_path: "two" } }),
    input: { file_path: "two" },
  },
  wrong: [],
};
