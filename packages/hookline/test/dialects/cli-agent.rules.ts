import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

const block = {
  continue: false,
  decision: "block",
  reason: "Command contains potentially dangerous operations",
  metadata: { risk_level: "high", blocked_patterns: ["rm -rf", "sudo"] },
};
const approval = {
  continue: true,
  decision: "approve",
  reason: "Command is safe to execute",
  metadata: { hook_name: "security_check", timestamp: "2024-01-01T12:00:00Z" },
};
const pretty = (value: JsonObject) => JSON.stringify(value, null, 2);
const said = (value: JsonObject) => JSON.stringify(value);

/** One group of a file: `{ "hooks": { "PreToolUse": [ { "matcher": …, "hooks": [ … ] } ] } }`. */
const aCall = { tool_name: "bash_execute", tool_input: { command: "ls -l", timeout: 5 } };

/** What a file says, one line each, so that lines are easy to count. */
const file = (...lines: readonly string[]) => lines.join("\n");

export const rules: DialectRules = {
  dialect: "cli-agent",
  file: ".config/agent/settings.json",
  write(event, entries, matcher = "*") {
    const name = event === "PostToolUseFailure" ? "PostToolUse" : event;
    return { model: "deepseek", hooks: { [name]: [{ matcher, hooks: entries }] } };
  },
  entry: (command, more) => ({ type: "command", command, ...more }),
  tool: "bash_execute",
  exits: [
    { event: "PreToolUse", code: 0, verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 0, stdout: "just talking", stderr: "and more", verdict: "pass", reason: "" },
    { event: "PreToolUse", code: 2, stderr: "not here\n", verdict: "deny", reason: "not here" },
    {
      event: "PreToolUse",
      code: 2,
      stdout: "a text is no reason",
      stderr: "no",
      verdict: "deny",
      reason: "no",
    },
    {
      event: "PreToolUse",
      code: 2,
      stdout: said({ metadata: { a: 1 } }),
      stderr: "no",
      verdict: "deny",
      reason: "no",
    },
    {
      event: "PreToolUse",
      code: 2,
      stdout: said({ reason: "json" }),
      stderr: "err",
      verdict: "deny",
      reason: "json",
    },
    {
      event: "PreToolUse",
      code: 2,
      stdout: pretty({ continue: true }),
      stderr: "no",
      verdict: "deny",
      reason: "no",
    },
    { event: "PreToolUse", code: 2, stdout: "{broken", stderr: "no", verdict: "deny", reason: "no" },
    {
      event: "PreToolUse",
      code: 2,
      stdout: said({ decision: "perhaps" }),
      stderr: "no",
      verdict: "deny",
      reason: "no",
    },
    { event: "PreToolUse", code: 1, stderr: "oops", verdict: "pass", reason: "", fault: "crash" },
    { event: "PreToolUse", code: 126, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 127, stderr: "sh: nothing: not found", verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 255, verdict: "pass", fault: "crash" },
    { event: "PostToolUse", code: 0, verdict: "pass" },
    { event: "PostToolUse", code: 1, verdict: "pass", fault: "crash" },
    { event: "PostToolUse", code: 2, stderr: "look again", verdict: "deny", reason: "look again" },
    { event: "PostToolUseFailure", code: 0, verdict: "pass" },
    { event: "PostToolUseFailure", code: 2, stderr: "try this", verdict: "deny", reason: "try this" },
    { event: "Stop", code: 0, verdict: "pass" },
    { event: "Stop", code: 2, stderr: "go on", verdict: "pass", reason: "" },
    { event: "Stop", code: 1, verdict: "pass", fault: "crash" },
    { event: "Notification", code: 2, stderr: "no", verdict: "pass" },
  ],
  answers: [
    {
      event: "PreToolUse",
      stdout: said(block),
      code: 1,
      decision: { verdict: "deny", reason: block.reason, runs: [{ fault: null }] },
    },
    {
      event: "PreToolUse",
      stdout: said(approval),
      code: 3,
      decision: { verdict: "pass", runs: [{ fault: null }] },
    },
    {
      event: "PreToolUse",
      stdout: said(approval),
      decision: { verdict: "pass", effects: { metadata: approval.metadata } },
    },
    {
      event: "PreToolUse",
      stdout: pretty(approval),
      decision: { verdict: "pass", effects: { metadata: approval.metadata } },
    },
    {
      event: "PreToolUse",
      stdout: said(block),
      decision: { verdict: "deny", reason: block.reason, halt: null, effects: { metadata: block.metadata } },
    },
    {
      event: "PreToolUse",
      stdout: pretty(block),
      decision: { verdict: "deny", reason: block.reason, halt: null, effects: { metadata: block.metadata } },
    },
    {
      event: "PreToolUse",
      stdout: said(block),
      code: 2,
      decision: { verdict: "deny", reason: block.reason, effects: { metadata: block.metadata } },
    },
    {
      event: "PreToolUse",
      stdout: said({ decision: "block", reason: "alone" }),
      decision: { verdict: "deny", reason: "alone" },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: false, reason: "alone" }),
      decision: { verdict: "deny", reason: "alone", halt: null },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: false, decision: "approve", reason: "both" }),
      decision: { verdict: "deny", reason: "both" },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: true, decision: "block", reason: "both" }),
      decision: { verdict: "deny", reason: "both" },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: false }),
      decision: { verdict: "deny", halt: null },
    },
    {
      event: "PreToolUse",
      stdout: `checking {…}\n${pretty(block)}\ndone\n`,
      decision: { verdict: "deny", reason: block.reason },
    },
    { event: "PreToolUse", stdout: `${said(block)}\n${said(approval)}`, decision: { verdict: "pass" } },
    { event: "PreToolUse", stdout: `${said(approval)}\n${said(block)}`, decision: { verdict: "deny" } },
    {
      event: "PreToolUse",
      stdout: said({ decision: "modify", modified_args: { command: "pwd" } }),
      decision: { verdict: "pass", updatedInput: { file_path: "a.txt", command: "pwd" } },
    },
    {
      event: "PreToolUse",
      stdout: said({ modified_args: { extra: [1] } }),
      decision: { updatedInput: { file_path: "a.txt", command: "ls", extra: [1] } },
    },
    {
      event: "PreToolUse",
      stdout: said({ decision: "modify" }),
      decision: { verdict: "pass", updatedInput: null },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: false, modified_args: { command: "ls" } }),
      decision: { verdict: "deny", updatedInput: null },
    },
    {
      event: "PreToolUse",
      stdout: said({ decision: null, modified_args: null, metadata: null }),
      decision: { verdict: "pass", updatedInput: null, effects: {} },
    },
    {
      event: "PreToolUse",
      stdout: said({ anything: "else" }),
      decision: { verdict: "pass", effects: {}, runs: [{ fault: null }] },
    },
    {
      event: "PreToolUse",
      stdout: said({ decision: "perhaps" }),
      decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
    },
    {
      event: "PreToolUse",
      stdout: said({ continue: "false" }),
      decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
    },
    {
      event: "PreToolUse",
      stdout: said({ modified_args: ["x"] }),
      decision: { updatedInput: null, runs: [{ fault: "malformed" }] },
    },
    {
      event: "PreToolUse",
      stdout: said({ metadata: "high" }),
      decision: { effects: {}, runs: [{ fault: "malformed" }] },
    },
    {
      event: "PreToolUse",
      stdout: said({ reason: 5, decision: "block" }),
      decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
    },
    {
      event: "PreToolUse",
      stdout: '{"continue": false',
      decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
    },
    { event: "PreToolUse", stdout: "[1, 2]", decision: { verdict: "pass", runs: [{ fault: null }] } },
    {
      event: "PreToolUse",
      stdout: said({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "as Claude Code says it",
        },
      }),
      decision: { verdict: "deny", reason: "as Claude Code says it" },
    },
    {
      event: "PostToolUse",
      stdout: said({ modified_args: { command: "ls" }, metadata: { a: 1 } }),
      decision: {
        verdict: "pass",
        updatedInput: null,
        effects: { metadata: { a: 1 } },
        messages: [{ text: '"modified_args" has no effect on PostToolUse' }],
      },
    },
    {
      event: "PostToolUse",
      stdout: said(block),
      decision: { verdict: "deny", reason: block.reason, halt: null },
    },
    {
      event: "PostToolUseFailure",
      stdout: said(block),
      decision: { verdict: "deny", reason: block.reason, halt: null },
    },
    {
      event: "Stop",
      stdout: said(block),
      decision: { verdict: "pass", halt: null, messages: [{ level: "warn", text: block.reason }] },
    },
  ],
  matchers: [
    { pattern: "*", fits: ["bash_execute", "mcp__github__create", "x"], not: [] },
    { pattern: "", fits: ["bash_execute", "mcp__github__create"], not: [] },
    {
      pattern: "bash_execute",
      fits: ["bash_execute"],
      not: ["bash_execute2", "bash", "Bash_execute", "mcp__bash_execute"],
    },
    {
      pattern: "builtin:*",
      fits: ["bash_execute", "write_file", "todo_read"],
      not: ["mcp__github__create", "mcp__x"],
    },
    { pattern: "mcp__*", fits: ["mcp__github__create", "mcp__x__y"], not: ["bash_execute", "my_mcp__x"] },
    {
      pattern: "mcp__github__*",
      fits: ["mcp__github__create"],
      not: ["mcp__gitlab__create", "bash_execute"],
    },
    {
      pattern: "write_file|replace_in_file",
      fits: ["write_file", "replace_in_file"],
      not: ["write_file|replace_in_file", "read_file", "write"],
    },
    {
      pattern: " write_file | replace_in_file ",
      fits: ["write_file", "replace_in_file"],
      not: ["read_file"],
    },
    {
      pattern: "write_*|mcp__github__*|bash_execute",
      fits: ["write_file", "mcp__github__create", "bash_execute"],
      not: ["rewrite_file", "bash"],
    },
    {
      pattern: "builtin:*|mcp__github__*",
      fits: ["bash_execute", "mcp__github__create"],
      not: ["mcp__gitlab__create"],
    },
    { pattern: "builtin:bash_execute", fits: ["bash_execute"], not: ["write_file", "mcp__x__bash_execute"] },
    { pattern: "todo_*|*_execute", fits: ["todo_read", "bash_execute"], not: ["execute_bash"] },
    { pattern: "a.c", fits: ["a.c"], not: ["abc"] },
    { pattern: "^write", fits: ["^write"], not: ["write_file"] },
  ],
  timeouts: [
    { written: 5, ms: 5_000, said: null },
    { written: 0.5, ms: 500, said: null },
    { written: 3_600, ms: 3_600_000, said: null },
    {
      written: 60_000,
      ms: 60_000_000,
      said: /is 16\.7 hours, since CLI-Agent counts seconds; write 60 if milliseconds were meant/,
    },
    {
      written: 0,
      ms: 30_000,
      said: /"timeout" must be from 0\.001 to 86400 seconds, not 0; the default holds/,
    },
    { written: -3, ms: 30_000, said: /not -3; the default holds/ },
    {
      written: 100_000,
      ms: 30_000,
      said: /not 100000; the default holds; write 100 if milliseconds were meant/,
    },
  ],
  defaultTimeoutMs: 30_000,
  order: { ran: ["a", "b", "c"], sequential: true },
  twice: 2,
  payloads: [
    {
      event: "PreToolUse",
      given: { ...aCall, tool_use_id: "t-1", permission_mode: "plan" },
      seen: {
        session_id: "s-1",
        timestamp: "<time>",
        hook_event_name: "PreToolUse",
        cwd: "<project>",
        tool_name: "bash_execute",
        tool_args: aCall.tool_input,
      },
    },
    {
      event: "PostToolUse",
      given: { ...aCall, tool_response: "total 0", duration_ms: 1_250, user_input: "list them" },
      seen: {
        session_id: "s-1",
        timestamp: "<time>",
        hook_event_name: "PostToolUse",
        cwd: "<project>",
        tool_name: "bash_execute",
        tool_args: aCall.tool_input,
        result: "total 0",
        execution_time: 1.25,
        user_input: "list them",
      },
    },
    {
      event: "PostToolUseFailure",
      given: { ...aCall, error: "no such file", duration_ms: 20 },
      seen: {
        session_id: "s-1",
        timestamp: "<time>",
        hook_event_name: "PostToolUse",
        cwd: "<project>",
        tool_name: "bash_execute",
        tool_args: aCall.tool_input,
        error: "no such file",
        execution_time: 0.02,
      },
    },
    {
      event: "Notification",
      given: { message: "hello", notification_type: "status", title: "none of the document's" },
      seen: {
        session_id: "s-1",
        timestamp: "<time>",
        hook_event_name: "Notification",
        cwd: "<project>",
        message: "hello",
        event_type: "status",
      },
    },
    {
      event: "Stop",
      given: { stop_hook_active: false, conversation_length: 12 },
      seen: {
        session_id: "s-1",
        timestamp: "<time>",
        hook_event_name: "Stop",
        cwd: "<project>",
        conversation_length: 12,
      },
    },
  ],
  variables: [
    { event: "PreToolUse", given: aCall, env: { HOOKLINE_EVENT: "PreToolUse", HOOKLINE_SESSION_ID: "s-1" } },
  ],
  background: ["Notification"],
  cwd: "process",
  subagents: false,
  rewrites: {
    first: said({ decision: "modify", modified_args: { command: "one", added: { deep: 1 } } }),
    second: pretty({ modified_args: { command: "two", other: true } }),
    input: { file_path: "a.txt", command: "two", added: { deep: 1 }, other: true },
  },
  wrong: [
    {
      text: file(
        '{ "hooks": {',
        '  "PreToolUSe": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "true" }] }],',
        '  "Stop": [{ "matcher": "*", "hooks": [{ "type": "command", "command": "true" }] }] } }',
      ),
      said: [
        /^\.config\/agent\/settings\.json:2:3: there is no event "PreToolUSe" in CLI-Agent; its hooks never run; did you mean "PreToolUse"\?$/m,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [
        /:1:14: there is no event "SessionStart" in CLI-Agent; its hooks never run; hooks for it belong in \.hookline\/hooks\.json/,
      ],
      kept: 0,
    },
    {
      text: file(
        '{ "hooks": { "PreToolUse": [',
        '  { "matcher": "*", "hooks": [',
        '    { "type": "command", "command": "true", "workingDirectory": "x" },',
        '    { "type": "command", "command": "true", "working_directory": 5 },',
        '    { "type": "comand", "command": "true" },',
        '    { "command": "true" },',
        '    { "type": "command", "command": "true", "timeout": "30" } ] } ] } }',
      ),
      said: [
        /:3:45: .*"workingDirectory".*did you mean "working_directory"/,
        /:4:66: "working_directory" must be a string, not 5; the default holds/,
        /:5:15: there is no hook type "comand" in files; the hook is left out; did you mean "command"\?/,
        /:6:5: a hook needs a "type"; it is left out/,
        /:7:56: "timeout" must be a number, not "30"; the default holds/,
      ],
      kept: 3,
    },
    {
      text: file(
        '{ "hooks": { "Stop": [{ "matcher": "bash_execute", "hooks": [{ "type": "command", "command": "true" }] }],',
        '  "PreToolUse": { "matcher": "*" } } }',
      ),
      said: [
        /:1:36: the matcher "bash_execute" never fits, because Stop has nothing to match: the hooks never run; remove the matcher/,
        /:2:17: "PreToolUse" must be a list of groups/,
      ],
      kept: 1,
    },
    {
      text: file(
        '{ "hooks": { "PostToolUse": [{ "matcher": "*", "hooks": [',
        '  { "type": "command", "command": "echo {{tool_arg.file_path}}" },',
        '  { "type": "command", "command": "eval {{tool_args.command}}" },',
        '  { "type": "command", "command": "{{tool_args.command}}" } ] }] } }',
      ),
      said: [
        /:2:35: there is no \{\{tool_arg\.file_path\}\}; it is empty; .*tool_args/,
        /:3:35: \{\{tool_args\.command\}\} cannot be used here: .*; the hook is left out/,
        /:4:35: \{\{tool_args\.command\}\} cannot be used here: .*; the hook is left out/,
      ],
      // One entry, for success and for failure.
      kept: 2,
    },
    {
      text: file(
        '{ "hooks": { "PreToolUse": [{ "matcher": "*", "hooks": [',
        '  { "type": "command", "command": "echo", "args": ["{{tool_name}}"] },',
        '  { "type": "command", "command": "echo", "args": ["{tool_name}"] } ] }] } }',
      ),
      said: [
        /:2:51: \{\{tool_name\}\} is not filled in beside "args"; the hook is left out; write one shell command/,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": [] }',
      said: [/:1:12: "hooks" must be an object, not a list; none of its hooks is in force/],
      kept: 0,
    },
    {
      text: '{ "hooks": { "Stop": [ } }',
      said: [/^\.config\/agent\/settings\.json:1:\d+: .*none of its hooks is in force/m],
      kept: 0,
    },
  ],
};
