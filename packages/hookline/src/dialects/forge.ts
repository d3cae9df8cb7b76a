import { defineDialect } from "../contract/dialect.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import { bindForge, forgeEvents } from "./forge-events.ts";
import { decodeForge, encodeForge, forgeEvent } from "./forge-wire.ts";

/** The variables of a hook, by the field of `data` that each holds: those of the document, then those that it forgets. */
const documented = ["tool_args", "tool_result", "llm_model", "llm_tokens", "perm_level", "perm_rule"];
const forgotten = ["error", "message_role", "message_content", "user_input"];

/** The document writes these with and without their prefix. */
const shortNames: { readonly [variable: string]: string } = {
  FORGE_EVENT: "EVENT_TYPE",
  FORGE_SESSION_ID: "SESSION_ID",
  FORGE_WORKING_DIR: "WORKING_DIR",
  FORGE_TOOL_NAME: "TOOL_NAME",
  ...Object.fromEntries(documented.map((name) => [variable(name), name.toUpperCase()])),
};

const onlyPrefixed = ["FORGE_TIMESTAMP", ...forgotten.map(variable)];

/** Code-Forge: sixteen events with colons, patterns instead of matchers, one hook after the other, and any non-zero exit before something blocks it. */
export const forge = defineDialect({
  name: "forge",
  title: "Code-Forge",
  // The document says `src/forge` where the agent itself reads `forge`.
  files: [
    { layer: "user", base: "config", path: "forge/hooks.json" },
    { layer: "user", base: "config", path: "src/forge/hooks.json" },
    { layer: "team", base: "project", path: ".src/forge/hooks.json" },
    { layer: "team", base: "project", path: ".forge/hooks.json" },
  ],
  hooksAt: ["hooks"],
  shape: "list",
  // The examples of the document are written for bash: `source`, and an `echo` that leaves backslashes alone.
  entry: { fields: { working_dir: "string?" }, type: "command", cwd: "working_dir", shell: "bash" },
  top: { hooks: "any?", stop_on_failure: "boolean?" },
  onlyHooks: true,
  stopsField: "stop_on_failure",
  events: forgeEvents,
  otherEvents: false,
  bind: bindForge,
  timeout: {
    unitMs: 1000,
    defaultMs: 10_000,
    minMs: 1,
    maxMs: 86_400_000,
    outside: "default",
    scope: "hook",
  },
  variables: {},
  matcher: "globs",
  matcherWithoutSubject: "ignored",
  template: {
    form: "dollar",
    names: [...Object.keys(shortNames), ...Object.values(shortNames), ...onlyPrefixed],
    folders: ["FORGE_WORKING_DIR", "WORKING_DIR"],
  },
  order: "sequential",
  afterBlock: "stop",
  sees: "original",
  combine: "strongest",
  duplicates: "each",
  blockingExit: "nonzero",
  reason: ["stdout", "stderr"],
  rewrite: "merge",
  environment: "whole",
  graceMs: 0,
  cwd: "project",
  // What is past, or only told, is not blocked.
  denies: { PostToolUse: "none", PostToolUseFailure: "none", PermissionRequest: "none" },
  background: [],
  subagents: "inherit",
  answer: "optional",
  text: "kept",
  shown: 16_384,
  levels: { fault: "error", stderr: "warn" },
  decode: decodeForge,
  encode: encodeForge,
  present(event, { at }) {
    const payload = forgeEvent(event, at);
    return { payload, env: variablesOf(payload) };
  },
  answerFields: { modified_args: "object?" },
  read({ modified_args: changed }, { spec }) {
    if (changed === undefined || spec.input === undefined || !("updatedInput" in spec.answer)) return null;
    return { hookSpecificOutput: { hookEventName: spec.name, updatedInput: changed } };
  },
});

/** What of an event is told in variables: only what it has. */
function variablesOf(payload: JsonObject & { readonly data: JsonObject }): Record<string, string> {
  const { type, timestamp, session_id, tool_name, data } = payload;
  const env: Record<string, string> = {};
  const tell = (name: string, value: Json | undefined) => {
    const json = alwaysJson.has(name);
    if (value === undefined || (value === null && !json)) return;
    const text = typeof value === "string" && !json ? value : JSON.stringify(value);
    env[name] = text;
    const short = shortNames[name];
    if (short !== undefined) env[short] = text;
  };
  tell("FORGE_EVENT", type);
  tell("FORGE_TIMESTAMP", timestamp);
  tell("FORGE_SESSION_ID", session_id);
  tell("FORGE_WORKING_DIR", data.working_dir);
  tell("FORGE_TOOL_NAME", tool_name);
  for (const name of [...documented, ...forgotten]) tell(variable(name), data[name]);
  return env;
}

const alwaysJson: ReadonlySet<string> = new Set(["FORGE_TOOL_ARGS", "FORGE_TOOL_RESULT"]);

function variable(field: string): string {
  return `FORGE_${field.toUpperCase()}`;
}
