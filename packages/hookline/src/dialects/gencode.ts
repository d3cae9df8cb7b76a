import { defineDialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { FilePlace } from "../contract/file-place.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { filePath } from "./gencode-paths.ts";
import { decodeContext, encodeDecision } from "./gencode-wire.ts";

/** The events of GenCode's document; its other files are Claude Code's, whose events it knows too. */
const events = [
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "UserPromptSubmit",
  "Notification",
  "Stop",
  "SessionStart",
  "SubagentStop",
];

const levels = [
  { layer: "user", base: "home", file: "settings.json" },
  { layer: "team", base: "project", file: "settings.json" },
  { layer: "local", base: "project", file: "settings.local.json" },
] as const;

/** GenCode: settings like Claude Code's in milliseconds, with or without groups, `$FILE_PATH` in commands, and a block after a tool ends the turn. */
export const gencode = defineDialect({
  name: "gencode",
  title: "GenCode",
  files: levels.flatMap(({ layer, base, file }): readonly FilePlace[] => [
    { layer, base, path: `.claude/${file}`, owner: "claude-code", timeoutUnitMs: 1000 },
    // The agent's former name.
    { layer, base, path: `.mycode/${file}` },
    { layer, base, path: `.gen/${file}` },
  ]),
  hooksAt: ["hooks"],
  shape: "groups-or-hooks",
  entry: { fields: { blocking: "boolean?" }, type: null, waits: "blocking" },
  events: Object.fromEntries(events.map((name) => [name, name])),
  otherEvents: true,
  timeout: {
    unitMs: 1,
    defaultMs: 60_000,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "hook",
  },
  variables: {},
  matcher: "names-or-whole",
  matcherWithoutSubject: "must-be-empty",
  template: {
    form: "dollar",
    names: ["TOOL_NAME", "FILE_PATH", "EXIT_CODE", "SESSION_ID", "CWD"],
    folders: ["CWD"],
  },
  order: "parallel",
  afterBlock: "run-all",
  sees: "original",
  combine: "strongest",
  duplicates: "once",
  blockingExit: "two",
  reason: ["json", "stderr"],
  rewrite: "replace",
  environment: "whole",
  graceMs: 1000,
  cwd: "payload",
  denies: { PostToolUse: "endTurn" },
  background: [],
  subagents: "inherit",
  answer: "whole",
  shown: 30_000,
  decode: decodeContext,
  encode: encodeDecision,
  present(event, { projectDir, at }) {
    const { payload } = event;
    const file = filePath(event, projectDir);
    return {
      payload: { ...payload, timestamp: new Date(at).toISOString() },
      env: {
        TOOL_NAME: text(payload.tool_name),
        FILE_PATH: file.shown,
        EXIT_CODE: exitCode(event),
        SESSION_ID: text(payload.session_id),
        CWD: text(payload.cwd),
      },
      notes: file.note === null ? [] : [file.note],
    };
  },
  read: (answer) => answer,
});

/** The exit code of the tool: its own if it tells one, 0 if it succeeded, else nothing is known. */
function exitCode({ spec, payload }: Event): string {
  const { tool_response: response } = payload;
  const { exit_code: code, exitCode: other }: JsonObject = isObject(response) ? response : {};
  const told = typeof code === "number" ? code : other;
  if (typeof told === "number") return String(told);
  return spec.name === "PostToolUse" ? "0" : "";
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
