import type { JsonObject } from "../../src/contract/json.ts";
import type { DialectRules } from "./rules.ts";

/** An answer with fields of one event. */
export const specific = (event: string, said: JsonObject) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said } });

/** What GenCode's hooks print, and what it makes. */
export const answers: DialectRules["answers"] = [
  { event: "PreToolUse", stdout: "just text", decision: { verdict: "pass", context: [], halt: null } },
  {
    event: "PreToolUse",
    stdout: specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    decision: { verdict: "deny", reason: "no", halt: null },
  },
  {
    event: "PreToolUse",
    stdout: specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    decision: { verdict: "ask", reason: "sure?" },
  },
  {
    event: "PreToolUse",
    stdout: specific("PreToolUse", { permissionDecision: "allow" }),
    decision: { verdict: "allow" },
  },
  // The code blocks, whatever the object says.
  {
    event: "PreToolUse",
    code: 2,
    stdout: specific("PreToolUse", { permissionDecision: "allow" }),
    decision: { verdict: "deny" },
  },
  { event: "PreToolUse", code: 2, stdout: '{"systemMessage":"hm"}', decision: { verdict: "deny" } },
  { event: "PreToolUse", code: 2, stdout: "{ broken", decision: { verdict: "deny" } },
  { event: "PreToolUse", stdout: '{"decision":"block","reason":"old way"}', decision: { verdict: "deny" } },
  {
    event: "PreToolUse",
    stdout: '{"continue":false,"stopReason":"enough"}',
    decision: { verdict: "pass", halt: { reason: "enough" } },
  },
  {
    event: "PostToolUse",
    stdout: '{"decision":"block","reason":"tests failed"}',
    decision: { verdict: "deny", reason: "tests failed", halt: { reason: "tests failed" } },
  },
  {
    event: "PostToolUseFailure",
    stdout: '{"decision":"block","reason":"try again"}',
    decision: { verdict: "deny", halt: null },
  },
  { event: "SessionStart", stdout: "Welcome!", decision: { context: ["Welcome!"] } },
  { event: "UserPromptSubmit", stdout: "on branch main", decision: { context: ["on branch main"] } },
  {
    event: "Stop",
    stdout: '{"decision":"block","reason":"go on"}',
    decision: { verdict: "deny", reason: "go on" },
  },
  { event: "Stop", stdout: '{"systemMessage":"bye"}', decision: { messages: [{ text: "bye" }] } },
  // Hostile or broken: never a verdict, never context, always a fault.
  { event: "PreToolUse", stdout: "{", decision: { verdict: "pass", runs: [{ fault: "malformed" }] } },
  {
    event: "PreToolUse",
    stdout: '{"decision":"perhaps"}',
    decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
  },
  {
    event: "PreToolUse",
    stdout: '{"decision":"block"} and more',
    decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
  },
  {
    event: "PreToolUse",
    stdout: '{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}',
    decision: { verdict: "pass", runs: [{ fault: "malformed" }] },
  },
  {
    event: "SessionStart",
    stdout: `{"a":${"[".repeat(2000)}${"]".repeat(2000)}}`,
    decision: { context: [], runs: [{ fault: "malformed" }] },
  },
  { event: "PreToolUse", stdout: "[1]", decision: { verdict: "pass", runs: [{ fault: null }] } },
  {
    event: "PreToolUse",
    stdout: '{"__proto__":{"decision":"block"},"constructor":1}',
    decision: { verdict: "pass", runs: [{ fault: null }] },
  },
  // A hook that only prints what it read says nothing.
  {
    event: "PreToolUse",
    stdout: '{"tool_name":"Write","tool_input":{}}',
    decision: { verdict: "pass", runs: [{ fault: null }] },
  },
];
