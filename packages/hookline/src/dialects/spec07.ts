import { defineDialect } from "../contract/dialect.ts";
import { decodeCanonical } from "./canonical-wire.ts";
import { encodeOutput, readOutput } from "./spec07-output.ts";

/** The events of the document and of the specification that it carries out. */
const events = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "Notification",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PermissionRequest",
  "Setup",
  "TeammateIdle",
  "TaskCompleted",
];

/** Spec 07: hooks that a host registers in code, functions and commands alike; only JSON says something, and a group has one timeout. */
export const spec07 = defineDialect({
  name: "spec07",
  title: "Spec 07",
  files: [],
  hooksAt: ["hooks"],
  shape: "groups",
  entry: { fields: {}, type: "command" },
  events: Object.fromEntries(events.map((name) => [name, name])),
  otherEvents: false,
  timeout: {
    unitMs: 1000,
    // None is asked for; nobody waits for ever all the same.
    defaultMs: 600_000,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "group",
  },
  variables: {},
  matcher: "tool-glob",
  matcherWithoutSubject: "ignored",
  template: null,
  order: "sequential",
  afterBlock: "stop-group",
  sees: "original",
  combine: "deny-allow-ask",
  duplicates: "each",
  blockingExit: "never",
  reason: ["json"],
  rewrite: "replace",
  environment: "whole",
  graceMs: 500,
  cwd: "payload",
  denies: {},
  background: [],
  subagents: "inherit",
  answer: "whole",
  text: "kept",
  shown: 16_384,
  decode: decodeCanonical,
  encode: encodeOutput,
  present({ payload }) {
    // The base of every input is complete, whatever the host left out.
    const { session_id, transcript_path = "", cwd, permission_mode = "default", ...rest } = payload;
    return { payload: { session_id, transcript_path, cwd, permission_mode, ...rest }, env: {} };
  },
  read: readOutput,
  effects: ({ suppressOutput }) => (suppressOutput === true ? { suppressOutput } : {}),
});
