import { answers, specific } from "./gencode-answers.ts";
import { aFile, payloads } from "./gencode-payloads.ts";
import type { DialectRules } from "./rules.ts";

/** GenCode's rules: proposal 0009. */
export const rules: DialectRules = {
  dialect: "gencode",
  file: ".gen/settings.json",
  write: (event, entries, matcher) => ({
    hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: entries }] },
  }),
  entry: (command, more = {}) => ({ type: "command", command, ...more }),
  tool: "Write",
  exits: [
    { event: "PreToolUse", code: 0, verdict: "pass" },
    { event: "PreToolUse", code: 0, stdout: "fine", stderr: "warning", verdict: "pass" },
    { event: "PreToolUse", code: 1, stderr: "lint failed", verdict: "pass", fault: "crash" },
    { event: "PreToolUse", code: 2, stderr: "not here\n", verdict: "deny", reason: "not here" },
    { event: "PreToolUse", code: 2, stdout: "out", stderr: "err", verdict: "deny", reason: "err" },
    { event: "PreToolUse", code: 2, stdout: "only out", verdict: "deny" },
    { event: "PreToolUse", code: 3, verdict: "pass", fault: "crash" },
    { event: "PreToolUse", code: 126, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 127, verdict: "pass", fault: "spawn" },
    { event: "PreToolUse", code: 255, verdict: "pass", fault: "crash" },
    { event: "PostToolUse", code: 0, verdict: "pass" },
    { event: "PostToolUse", code: 1, verdict: "pass", fault: "crash" },
    { event: "PostToolUse", code: 2, stderr: "tests failed", verdict: "deny", reason: "tests failed" },
    { event: "PostToolUseFailure", code: 2, stderr: "try again", verdict: "deny", reason: "try again" },
    { event: "UserPromptSubmit", code: 2, stderr: "no secrets", verdict: "deny", reason: "no secrets" },
    { event: "Stop", code: 0, verdict: "pass" },
    { event: "Stop", code: 2, stderr: "not done", verdict: "deny", reason: "not done" },
    { event: "Notification", code: 2, stderr: "no", verdict: "pass" },
    { event: "SessionStart", code: 2, stderr: "no", verdict: "pass" },
    { event: "SessionStart", code: 127, verdict: "pass", fault: "spawn" },
  ],
  answers,
  matchers: [
    { pattern: "Edit", fits: ["Edit"], not: ["NotebookEdit", "MultiEdit", "Editor", "Write", "edit!"] },
    { pattern: "Edit|Write", fits: ["Edit", "Write"], not: ["Read", "WriteFile", "Edit|Write"] },
    { pattern: "*", fits: ["Edit", "Bash", "mcp__github__push"], not: [] },
    { pattern: "", fits: ["Edit", "mcp__github__push"], not: [] },
    { pattern: ".*Edit", fits: ["Edit", "NotebookEdit", "MultiEdit"], not: ["EditMore"] },
    { pattern: "mcp__.*", fits: ["mcp__github__push"], not: ["Bash", "xmcp__a"] },
    // A legal expression that means less than the glob that it looks like.
    { pattern: "mcp__*", fits: ["mcp__"], not: ["mcp__github__push"] },
    { pattern: "^(Write|Bash)$", fits: ["Write", "Bash"], not: ["Edit"] },
    { pattern: "(Edit", fits: ["(Edit"], not: ["Edit"] },
  ],
  timeouts: [
    { written: 5000, ms: 5000, said: null },
    { written: 100, ms: 100, said: null },
    { written: 600_000, ms: 600_000, said: null },
    {
      written: 30,
      ms: 30,
      said: /"timeout": 30 is 0\.03 seconds, since GenCode counts milliseconds; write 30000 if seconds were meant/,
    },
    {
      written: 0,
      ms: 60_000,
      said: /must be from 1 to 86400000 milliseconds, not 0; the default holds/,
    },
    { written: -5, ms: 60_000, said: /not -5; the default holds/ },
    { written: 86_400_001, ms: 60_000, said: /not 86400001; the default holds/ },
  ],
  defaultTimeoutMs: 60_000,
  order: { ran: ["a", "b", "c"], sequential: false },
  twice: 1,
  payloads,
  variables: [
    {
      event: "PreToolUse",
      given: aFile,
      env: { TOOL_NAME: "Write", FILE_PATH: "src/a.ts", EXIT_CODE: "", SESSION_ID: "s-1", CWD: "<project>" },
    },
    {
      event: "PostToolUse",
      given: { ...aFile, tool_response: "ok" },
      env: { TOOL_NAME: "Write", FILE_PATH: "src/a.ts", EXIT_CODE: "0" },
    },
    {
      event: "PostToolUse",
      given: { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { exit_code: 3 } },
      env: { TOOL_NAME: "Bash", FILE_PATH: "", EXIT_CODE: "3" },
    },
    {
      event: "PostToolUse",
      given: { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { exitCode: 4 } },
      env: { EXIT_CODE: "4" },
    },
    { event: "PostToolUseFailure", given: { ...aFile, error: "x" }, env: { EXIT_CODE: "" } },
    {
      event: "PostToolUseFailure",
      given: { ...aFile, error: "x", tool_response: { exit_code: 1 } },
      env: { EXIT_CODE: "1" },
    },
    {
      event: "PreToolUse",
      given: { tool_name: "read_file", tool_input: { path: "b.ts" } },
      env: { TOOL_NAME: "read_file", FILE_PATH: "b.ts" },
    },
    {
      event: "Stop",
      given: { stop_hook_active: false },
      env: { TOOL_NAME: "", FILE_PATH: "", EXIT_CODE: "", SESSION_ID: "s-1", CWD: "<project>" },
    },
  ],
  background: [],
  cwd: "payload",
  subagents: true,
  rewrites: {
    first: specific("PreToolUse", { updatedInput: { file_path: "one.txt", content: "1" } }),
    second: specific("PreToolUse", { updatedInput: { file_path: "two.txt" } }),
    input: { file_path: "two.txt" },
  },
  wrong: [
    {
      text: '{\n  "hooks": {\n    "PostToolUze": [],\n    "Stop": [{ "type": "command", "command": "true" }]\n  }\n}',
      said: [
        /^\.gen\/settings\.json:3:5: there is no event "PostToolUze"; its hooks never run; did you mean "PostToolUse"\?/m,
      ],
      kept: 1,
    },
    {
      text: '{\n  "hooks": { "Stop": [\n    { "type": "command", "command": "true", "blockin": true },\n    { "type": "command", "command": 7 },\n    { "type": "comand", "command": "true" },\n    { "command": "true" },\n    { "type": "command", "command": "true", "blocking": "no" }\n  ] }\n}',
      said: [
        /^\.gen\/settings\.json:3:45: the key "blockin" means nothing here; did you mean "blocking"\?/m,
        /^\.gen\/settings\.json:4:37: "command" must be a string, not 7; the hook is left out; write a string/m,
        /^\.gen\/settings\.json:5:15: there is no hook type "comand" in files; the hook is left out; did you mean "command"\?/m,
        /^\.gen\/settings\.json:6:5: a hook needs a "type"; it is left out; known types are: command/m,
        /^\.gen\/settings\.json:7:57: "blocking" must be (?:a boolean|true or false), not "no"; the default holds/m,
      ],
      kept: 2,
    },
    {
      text: '{ "hooks": { "PostToolUse": [\n  { "matcher": "Write", "hooks": [{ "type": "command", "command": "true", "timeout": 5 }] },\n  { "matcher": 7, "hooks": [] },\n  "Write"\n] } }',
      said: [
        /^\.gen\/settings\.json:2:86: "timeout": 5 is 0\.005 seconds, since GenCode counts milliseconds; write 5000 if seconds were meant/m,
        /^\.gen\/settings\.json:3:16: "matcher" must be .*, not 7; the group is left out/m,
        /^\.gen\/settings\.json:4:3: a group is an object, not "Write"/m,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "Stop": [{ "matcher": "Write", "hooks": [{ "type": "command", "command": "true" }] }] } }',
      said: [
        /^\.gen\/settings\.json:1:36: the matcher "Write" never fits, because Stop has nothing to match: the hooks never run; remove the matcher/m,
      ],
      kept: 1,
    },
    {
      text: '{ "hooks": { "PostToolUse": [\n  { "type": "command", "command": "bash -c \\"echo $FILE_PATH\\"" },\n  { "type": "command", "command": "echo $FILE_PATH" }\n] } }',
      said: [/^\.gen\/settings\.json:2:35: .*FILE_PATH.*; the hook is left out; /m],
      kept: 1,
    },
    {
      text: '{ "hooks": { "Stop": [ { "type": "command", "command": "true" } ',
      said: [/^\.gen\/settings\.json:1:\d+: .*none of its hooks is in force/m],
      kept: 0,
    },
    {
      text: '{ "hooks": [] }',
      said: [/^\.gen\/settings\.json:1:12: "hooks" must be an object, not a list/m],
      kept: 0,
    },
  ],
};
