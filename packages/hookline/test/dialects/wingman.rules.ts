import type { DialectRules } from "./rules.ts";

const file = ".wingman/wingman.config.json";
const tool = { tool_name: "write_file", tool_use_id: "t-1", tool_input: { file_path: "a.ts", content: "x" } };
const common = { session_id: "s-1", cwd: "<project>" };

/** The rules of Wingman. */
export const rules: DialectRules = {
  dialect: "wingman",
  file,
  write: (event, entries, matcher) => ({
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: entries }] },
  }),
  entry: (command, more = {}) => ({ type: "command", command, ...more }),
  tool: "command_execute",
  exits: [
    { event: "PreToolUse", code: 0, verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 0, stdout: "fine", stderr: "a note", verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 2, stderr: "too dangerous\n", verdict: "deny", reason: "too dangerous" },
    { event: "PreToolUse", code: 2, stdout: "not me", stderr: "me", verdict: "deny", reason: "me" },
    { event: "PreToolUse", code: 2, stderr: "one\ntwo", verdict: "deny", reason: "one\ntwo" },
    { event: "PreToolUse", code: 1, stderr: "broken", verdict: "pass", fault: "crash" },
    { event: "PreToolUse", code: 3, verdict: "pass", fault: "crash" },
    { event: "PreToolUse", code: 126, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 127, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 255, verdict: "pass", fault: "crash" },
    ...["PostToolUse", "Stop"].flatMap((event) =>
      [0, 1, 2, 126, 127, 255].map((code) => ({ event, code, stderr: "said", verdict: "pass", reason: "" })),
    ),
  ],
  // Stdout is never an answer: only the exit code speaks.
  answers: [
    {
      event: "PreToolUse",
      stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
      decision: { verdict: "pass", halt: null, runs: [{ status: "ok" }] },
    },
    {
      event: "PreToolUse",
      stdout: '{"decision":"block"}',
      decision: { verdict: "pass", runs: [{ status: "ok" }] },
    },
    { event: "PreToolUse", stdout: '{"continue":false}', decision: { verdict: "pass", halt: null } },
    { event: "PreToolUse", stdout: '{"broken', decision: { verdict: "pass", runs: [{ fault: null }] } },
    { event: "PreToolUse", stdout: "[1, 2", decision: { verdict: "pass", context: [] } },
    { event: "PreToolUse", stdout: '{"async":true}\n', code: 2, decision: { verdict: "deny" } },
    {
      event: "PreToolUse",
      stdout: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}',
      code: 2,
      decision: { verdict: "deny", updatedInput: null },
    },
    {
      event: "PreToolUse",
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"rm -rf /"},"permissionDecision":"allow"}}',
      decision: { verdict: "pass", updatedInput: null },
    },
    { event: "PostToolUse", stdout: '{"decision":"block","reason":"x"}', decision: { verdict: "pass" } },
    { event: "Stop", stdout: '{"decision":"block","reason":"go on"}', decision: { verdict: "pass" } },
  ],
  matchers: [
    { pattern: "write_file", fits: ["write_file"], not: ["edit_file", "write_file2", "my_write_file"] },
    { pattern: "write_file|edit_file", fits: ["write_file", "edit_file"], not: ["read_file", "file"] },
    { pattern: "*", fits: ["write_file", "mcp__x__y", "anything"], not: [] },
    { pattern: "", fits: ["write_file", "mcp__x__y"], not: [] },
    { pattern: ".*_file", fits: ["write_file", "edit_file", "read_file"], not: ["write_file_now", "ls"] },
    // A pipe does not switch expressions off, as it did.
    { pattern: ".*_file|search", fits: ["write_file", "search"], not: ["research", "searching"] },
    { pattern: "mcp__github__.*", fits: ["mcp__github__pr"], not: ["mcp__git__pr", "x_mcp__github__pr"] },
    { pattern: "(write|edit)_file", fits: ["write_file", "edit_file"], not: ["read_file"] },
    { pattern: "WRITE_FILE", fits: [], not: ["write_file", "Write_File"] },
    { pattern: "Write_.*", fits: [], not: ["write_file"] },
    // No valid expression: an exact name.
    { pattern: "[write_file", fits: ["[write_file"], not: ["write_file"] },
    { pattern: "*_file", fits: ["*_file"], not: ["write_file"] },
    { pattern: "command_execute", fits: ["command_execute"], not: ["Bash", "bash_execute"] },
    { pattern: "Bash", fits: ["Bash", "command_execute"], not: ["bashful"] },
  ],
  timeouts: [
    { written: 30, ms: 30_000, said: null },
    { written: 1, ms: 1_000, said: null },
    { written: 1.5, ms: 1_500, said: null },
    { written: 600, ms: 600_000, said: null },
    { written: 0.5, ms: 1_000, said: /from 1 to 600 seconds, not 0\.5; it counts as 1;/ },
    { written: 0, ms: 1_000, said: /not 0; it counts as 1;/ },
    { written: -5, ms: 1_000, said: /not -5; it counts as 1;/ },
    { written: 601, ms: 600_000, said: /not 601; it counts as 600;/ },
    { written: 60_000, ms: 600_000, said: /it counts as 600; write 60 if milliseconds were meant/ },
  ],
  defaultTimeoutMs: 60_000,
  order: { ran: ["a", "b"], sequential: true },
  twice: 2,
  payloads: [
    {
      event: "PreToolUse",
      given: { ...tool, permission_mode: "plan", transcript_path: "/t", agent_type: "coder", effort: {} },
      seen: { ...common, hook_event_name: "PreToolUse", ...tool },
    },
    {
      event: "PreToolUse",
      given: { tool_name: "x", tool_input: {} },
      seen: {
        ...common,
        hook_event_name: "PreToolUse",
        tool_name: "x",
        tool_use_id: "<id>",
        tool_input: {},
      },
    },
    {
      event: "PostToolUse",
      given: { ...tool, tool_response: { ok: true, lines: [1, null] }, duration_ms: 3 },
      seen: {
        ...common,
        hook_event_name: "PostToolUse",
        ...tool,
        tool_output: { ok: true, lines: [1, null] },
      },
    },
    {
      event: "PostToolUse",
      given: { ...tool, tool_response: null },
      seen: { ...common, hook_event_name: "PostToolUse", ...tool, tool_output: null },
    },
    {
      event: "Stop",
      given: { stop_hook_active: true, last_assistant_message: "done" },
      seen: { ...common, hook_event_name: "Stop" },
    },
  ],
  // Wingman adds no variable of its own.
  variables: [
    {
      event: "PreToolUse",
      given: tool,
      env: { HOOKLINE_EVENT: "PreToolUse", HOOKLINE_SESSION_ID: "s-1", HOME: "<home>" },
    },
  ],
  background: ["PostToolUse", "Stop"],
  cwd: "project",
  subagents: true,
  rewrites: null,
  wrong: [
    {
      text: '{\n  "hooks": {\n    "PreToolUze": [{ "hooks": [{ "type": "command", "command": "true" }] }],\n    "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }]\n  }\n}',
      said: [/config\.json:3:5: there is no event "PreToolUze" in Wingman; .*; did you mean "PreToolUse"\?/],
      kept: 1,
    },
    {
      text: '{ "hooks": {\n  "SessionStart": [{ "hooks": [{ "type": "command", "command": "true" }] }],\n  "PreToolUse": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [/:2:3: there is no event "SessionStart" in Wingman; .*; hooks for it belong in \.hookline/],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "type": "command", "command": "true", "timeuot": 3 },\n  { "type": "command", "command": "true" } ] }] } }',
      said: [/:2:43: the key "timeuot" means nothing here; did you mean "timeout"\?/],
      kept: 2,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "type": "command", "command": ["true"] },\n  { "type": "command", "command": "true", "timeout": "30" } ] }] } }',
      said: [
        /:2:35: "command" must be a string, not a list; the hook is left out; write a string/,
        /:3:54: "timeout" must be a number, not "30"; the default holds; write a number/,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "command": "true" }, { "type": "comand", "command": "true" },\n  { "type": "command" } ] }] } }',
      said: [
        /:2:3: a hook needs a "type"; it is left out/,
        /:2:36: there is no hook type "comand" in files; .*; did you mean "command"\?/,
        /:3:3: a hook of type "command" needs "command"/,
      ],
      kept: 0,
    },
    {
      text: '{ "hooks": { "PreToolUse": [\n  { "type": "command", "command": "true" },\n  { "matcher": 7, "hooks": [{ "type": "command", "command": "true" }] },\n  { "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [
        /:2:3: a group needs a list of "hooks"; it is left out; put the hook itself into "hooks"/,
        /:3:16: "matcher" must be .*, not 7; the group is left out/,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "Stop": [\n  { "matcher": "write_file", "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [/:2:16: the matcher "write_file" is ignored, .*; remove the matcher/],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [\n  { "matcher": "[a", "hooks": [{ "type": "command", "command": "true" }] } ] } }',
      said: [/:2:16: the matcher "\[a" is no valid regular expression, so it is an exact name/],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": [{ "hooks": [\n  { "type": "command", "command": "true", "timeout": 60000 } ] }] } }',
      said: [/:2:54: "timeout" must be from 1 to 600 seconds, not 60000; .*; write 60 if milliseconds/],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PreToolUse": true, "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [/:1:28: "PreToolUse" must be a list of groups, not true; it is left out; write \[/],
      kept: 1,
    },
    {
      text: '{ "hooks": [] }',
      said: [/:1:12: "hooks" must be an object, not a list; none of its hooks is in force; write \{/],
      kept: 0,
    },
    { text: '{ "hooks": {', said: [/config\.json:1:\d+: .*none of its hooks is in force/], kept: 0 },
    {
      text: '{\n  "hooksMode": "replace",\n  "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [/:2:3: "hooksMode" means nothing in this file: .*; put it into an agent's own file/],
      kept: 1,
    },
  ],
};
