import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

const tool = { tool_name: "Write", tool_use_id: "t-1", tool_input: { file_path: "a.ts", content: "x" } };
const common = { session_id: "s-1", cwd: "<project>" };

/** The answer of a hook that fills `hookSpecificOutput`. */
const specific = (event: string, fields: JsonObject): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...fields } });
const pre = (fields: JsonObject) => specific("PreToolUse", fields);
const fault = (kind: string) => ({ verdict: "pass", context: [], runs: [{ fault: kind }] });

/** The rules of Claude Code. */
export const rules: DialectRules = {
  dialect: "claude-code",
  file: ".claude/settings.json",
  write: (event, entries, matcher) => ({
    permissions: { allow: ["Read"], deny: [] },
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: entries }] },
  }),
  entry: (command, more = {}) => ({ type: "command", command, ...more }),
  tool: "Write",
  exits: [
    { event: "PreToolUse", code: 0, verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 0, stdout: "fine", stderr: "a note", verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 2, stderr: "not that\n", verdict: "deny", reason: "not that" },
    { event: "PreToolUse", code: 2, stdout: "not me", stderr: "me", verdict: "deny", reason: "me" },
    {
      event: "PreToolUse",
      code: 2,
      stdout: pre({ permissionDecision: "allow", permissionDecisionReason: "fine" }),
      stderr: "but no",
      verdict: "deny",
      reason: "but no",
    },
    {
      event: "PreToolUse",
      code: 1,
      stdout: pre({ permissionDecision: "deny", permissionDecisionReason: "said so" }),
      verdict: "deny",
      reason: "said so",
    },
    { event: "PreToolUse", code: 2, stdout: '{"broken', stderr: "still", verdict: "deny", reason: "still" },
    ...[1, 3, 255].map((code) => ({
      event: "PreToolUse",
      code,
      stderr: "oops",
      verdict: "pass",
      fault: "crash",
    })),
    ...[126, 127].map((code) => ({ event: "PreToolUse", code, verdict: "pass", fault: "spawn" })),
    { event: "PostToolUse", code: 2, stderr: "look again", verdict: "deny", reason: "look again" },
    { event: "PostToolUseFailure", code: 2, stderr: "try this", verdict: "deny", reason: "try this" },
    { event: "UserPromptSubmit", code: 2, stderr: "not so", verdict: "deny", reason: "not so" },
    { event: "Stop", code: 2, stderr: "go on", verdict: "deny", reason: "go on" },
    // Only its own decision object refuses a request for permission.
    { event: "PermissionRequest", code: 2, stderr: "no", verdict: "pass", reason: "" },
    ...["Notification", "SessionStart", "SessionEnd", "PermissionDenied"].map((event) => ({
      event,
      code: 2,
      stderr: "told",
      verdict: "pass",
      reason: "",
    })),
  ],
  answers: [
    ...["allow", "deny", "ask", "defer"].map((word) => ({
      event: "PreToolUse",
      stdout: pre({ permissionDecision: word, permissionDecisionReason: "because" }),
      decision: { verdict: word, reason: "because" },
    })),
    {
      event: "PreToolUse",
      stdout: pre({ updatedInput: { file_path: "b.ts" }, additionalContext: "mind" }),
      decision: { verdict: "pass", updatedInput: { file_path: "b.ts" }, context: ["mind"] },
    },
    {
      event: "PreToolUse",
      stdout: '{"decision":"block","reason":"old words"}',
      decision: { verdict: "deny", reason: "old words" },
    },
    { event: "PreToolUse", stdout: '{"decision":"approve"}', decision: { verdict: "allow" } },
    {
      event: "PreToolUse",
      stdout: '{"continue":false,"stopReason":"enough"}',
      decision: { verdict: "pass", halt: { reason: "enough" } },
    },
    {
      event: "PreToolUse",
      stdout: '{"systemMessage":"hello"}',
      decision: { messages: [{ level: "info", text: "hello" }] },
    },
    {
      event: "PermissionRequest",
      stdout: specific("PermissionRequest", { decision: { behavior: "deny", message: "no" } }),
      decision: { verdict: "deny", reason: "no" },
    },
    {
      event: "PermissionRequest",
      stdout: specific("PermissionRequest", {
        decision: { behavior: "allow", updatedInput: { command: "pwd" }, updatedPermissions: [] },
      }),
      decision: {
        verdict: "allow",
        updatedInput: { command: "pwd" },
        effects: { updatedPermissions: [] },
      },
    },
    {
      event: "PostToolUse",
      stdout: specific("PostToolUse", { updatedToolOutput: "new", additionalContext: "more" }),
      decision: { verdict: "pass", updatedOutput: "new", context: ["more"] },
    },
    {
      event: "PostToolUse",
      stdout: '{"decision":"block","reason":"again"}',
      decision: { verdict: "deny", reason: "again" },
    },
    { event: "UserPromptSubmit", stdout: "plain text", decision: { context: ["plain text"] } },
    { event: "SessionStart", stdout: "welcome", decision: { context: ["welcome"] } },
    {
      event: "SessionStart",
      stdout: specific("SessionStart", { sessionTitle: "A title", watchPaths: ["/a"] }),
      decision: { effects: { sessionTitle: "A title", watchPaths: ["/a"] } },
    },
    {
      event: "Stop",
      stdout: '{"decision":"block","reason":"one more"}',
      decision: { verdict: "deny", reason: "one more" },
    },
    {
      event: "PermissionDenied",
      stdout: specific("PermissionDenied", { retry: true }),
      decision: { effects: { retry: true } },
    },
    // What looks like an answer and is none is a fault, never text.
    { event: "UserPromptSubmit", stdout: '{"broken', decision: fault("malformed") },
    { event: "PreToolUse", stdout: pre({ permissionDecision: "DENY" }), decision: fault("malformed") },
    { event: "PreToolUse", stdout: '{"permissionDecision":"deny"}', decision: fault("malformed") },
    { event: "PreToolUse", stdout: specific("Stop", {}), decision: fault("malformed") },
    {
      event: "PreToolUse",
      stdout: '{"hookSpecificOutput":{"permissionDecision":"deny"}}',
      decision: fault("malformed"),
    },
    {
      event: "PreToolUse",
      stdout: 'text first\n{"decision":"block"}',
      decision: { verdict: "pass", runs: [{ fault: null }] },
    },
    {
      event: "PreToolUse",
      stdout: '\uFEFF\n{"decision":"block","reason":"marked"}',
      decision: { verdict: "deny", reason: "marked" },
    },
    {
      event: "PreToolUse",
      stdout: '{"decision":"block","reason":"extra","unknown":[1]}',
      decision: { verdict: "deny", reason: "extra" },
    },
  ],
  matchers: [
    { pattern: "Write", fits: ["Write"], not: ["WRITE", "MultiWrite", "Edit"] },
    { pattern: "Edit|Write", fits: ["Edit", "Write"], not: ["MultiEdit", "Read"] },
    { pattern: "Edit, Write", fits: ["Edit", "Write"], not: ["Read"] },
    { pattern: " Write ", fits: ["Write"], not: ["Read"] },
    { pattern: "Wri", fits: [], not: ["Write"] },
    { pattern: "*", fits: ["Write", "mcp__a__b"], not: [] },
    { pattern: "", fits: ["Write", "mcp__a__b"], not: [] },
    { pattern: "Edit.*", fits: ["Edit", "NotebookEdit"], not: ["Write"] },
    { pattern: "^Edit$", fits: ["Edit"], not: ["NotebookEdit"] },
    { pattern: "mcp__memory__.*", fits: ["mcp__memory__add"], not: ["mcp__memo__add"] },
    { pattern: "mcp__memory", fits: [], not: ["mcp__memory__add"] },
    { pattern: "^(?!Read$)", fits: ["Write", "ReadX"], not: ["Read"] },
    // Names that tools had once.
    { pattern: "Task", fits: ["Agent"], not: ["TaskCreate"] },
    { pattern: "KillShell|ListMcpResources", fits: ["TaskStop", "ListMcpResourcesTool"], not: ["Bash"] },
    // The names that other agents have for it.
    { pattern: "Bash", fits: ["Bash", "run_shell_command"], not: ["BashX"] },
  ],
  timeouts: [
    { written: 30, ms: 30_000, said: null },
    { written: 0.5, ms: 500, said: null },
    { written: 3_600, ms: 3_600_000, said: null },
    { written: 0, ms: 600_000, said: /not 0; the default holds/ },
    { written: -1, ms: 600_000, said: /not -1; the default holds/ },
    {
      written: 60_000,
      ms: 60_000_000,
      said: /16\.7 hours, since Claude Code counts seconds; write 60 if mill/,
    },
    { written: 100_000, ms: 600_000, said: /not 100000; the default holds; write 100 if milliseconds/ },
  ],
  defaultTimeoutMs: 600_000,
  order: { ran: ["a", "b", "c"], sequential: false },
  twice: 1,
  payloads: [
    {
      event: "PreToolUse",
      given: { ...tool, permission_mode: "plan", transcript_path: "/t", effort: { level: "high" }, later: 1 },
      seen: {
        ...common,
        transcript_path: "/t",
        permission_mode: "plan",
        hook_event_name: "PreToolUse",
        effort: { level: "high" },
        ...tool,
        later: 1,
      },
    },
    {
      event: "PostToolUse",
      given: { ...tool, tool_response: { ok: true }, duration_ms: 3 },
      seen: {
        ...common,
        permission_mode: "default",
        hook_event_name: "PostToolUse",
        ...tool,
        tool_response: { ok: true },
        duration_ms: 3,
      },
    },
    {
      event: "SessionStart",
      given: { source: "resume", model: "m" },
      seen: { ...common, hook_event_name: "SessionStart", source: "resume", model: "m" },
    },
    {
      event: "SubagentStop",
      given: { agent_id: "a", agent_type: "b", agent_transcript_path: "/t", stop_hook_active: true },
      seen: {
        ...common,
        permission_mode: "default",
        hook_event_name: "SubagentStop",
        agent_id: "a",
        agent_type: "b",
        agent_transcript_path: "/t",
        stop_hook_active: true,
      },
    },
  ],
  variables: [
    {
      event: "PreToolUse",
      given: { ...tool, effort: { level: "low" } },
      env: {
        CLAUDE_PROJECT_DIR: "<project>",
        CLAUDE_CODE_SESSION_ID: "s-1",
        CLAUDE_EFFORT: "low",
        HOOKLINE_EVENT: "PreToolUse",
        HOME: "<home>",
      },
    },
  ],
  background: [],
  cwd: "payload",
  subagents: true,
  rewrites: {
    first: pre({ updatedInput: { file_path: "one" } }),
    second: pre({ updatedInput: { file_path: "two" } }),
    input: { file_path: "two" },
  },
  wrong: [
    {
      text: '{\n  "hooks": {\n    "PreToolUze": [{ "hooks": [{ "type": "command", "command": "true" }] }],\n    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n  }\n}',
      said: [
        /settings\.json:3:5: there is no event "PreToolUze" in Claude Code; .*; did you mean "PreToolUse"/,
      ],
      kept: 1,
    },
    ...[
      "ModelRequest",
      "ModelResponse",
      "StreamStart",
      "StreamEnd",
      "MessageAdded",
      "PermissionCheck",
      "PermissionGranted",
      "UserInterrupt",
      "ToolSelection",
    ].map((event) => ({
      text: `{ "hooks": {\n  "${event}": [{ "hooks": [{ "type": "command", "command": "true" }] }],\n  "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }`,
      said: [
        new RegExp(`:2:3: there is no event "${event}" in Claude Code; .*; hooks for it belong in \\.hook`),
      ],
      kept: 1,
    })),
    {
      text: '{ "hooks": { "PreToolUse": [\n  { "matcher": "Bash", "type": "command", "command": "true" },\n  { "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [/:2:3: a group needs a list of "hooks"; it is left out; put the hook itself into "hooks"/],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [\n  { "matcher": ["Bash"], "hooks": [{ "type": "command", "command": "true" }] },\n  { "matcher": 5, "hooks": [{ "type": "command", "command": "true" }] },\n  { "matcher": null, "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [
        /:2:16: "matcher" must be .*, not a list; the group is left out/,
        /:3:16: "matcher" must be .*, not 5/,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "type": "command" }, { "type": "commnd", "command": "x" },\n  { "type": "http", "url": "notaurl" },\n  { "type": "command", "command": "true", "timeuot": 3 } ] }] } }',
      said: [
        /:2:3: a hook of type "command" needs "command"/,
        /:2:36: there is no hook type "commnd" in files; .*; did you mean "command"\?/,
        /:3:3: "notaurl" is not a URL/,
        /:4:43: the key "timeuot" means nothing here; did you mean "timeout"\?/,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "type": "command", "command": "true", "timeout": "30" },\n  { "type": "command", "command": "true #", "timeout": 60000 } ] }] } }',
      said: [
        /:2:54: "timeout" must be a number, not "30"/,
        /:3:56: .*16\.7 hours.*; write 60 if milliseconds/,
      ],
      kept: 2,
    },
    {
      text: '{ "hooks": { "PreToolUse": [\n  { "matcher": "bash", "hooks": [{ "type": "command", "command": "true" }] },\n  { "matcher": "[invalid", "hooks": [{ "type": "command", "command": "true" }] },\n  { "matcher": "mcp__memory", "hooks": [{ "type": "command", "command": "true" }] },\n  { "matcher": "W*", "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [
        /:2:16: "bash" does not match the tool Bash, because case counts; write Bash/,
        /:3:16: .*\[invalid/,
        /:4:16: "mcp__memory" is an exact name that no tool has, .*; write mcp__memory__\.\*/,
        /:5:16: "W\*" is a regular expression and matches every name; write \^W\.\*/,
      ],
      kept: 4,
    },
    {
      text: '{ "allowedHttpHookUrls": "https://a/*", "enabledPlugins": 5,\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [
        /:1:26: "allowedHttpHookUrls" must be a list of strings, .*; it counts as an empty list/,
        /:1:59: "enabledPlugins" must be an object, not 5/,
      ],
      kept: 1,
    },
    {
      text: '{ "allowManagedHooksOnly": true, "strictPluginOnlyCustomization": ["hooks"],\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [
        /:1:3: "allowManagedHooksOnly" has no effect here: only the managed settings/,
        /:1:34: "strictPluginOnlyCustomization" has no effect here/,
      ],
      kept: 1,
    },
    { text: '{ "hooks": [] }', said: [/:1:12: "hooks" must be an object, not a list; none of its/], kept: 0 },
    { text: '{ "hooks": {', said: [/settings\.json:1:\d+: .*none of its hooks is in force/], kept: 0 },
  ],
};
