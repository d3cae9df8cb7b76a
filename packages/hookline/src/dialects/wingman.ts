import type { Decision } from "../contract/decision.ts";
import { defineDialect } from "../contract/dialect.ts";
import { untoldChanges } from "./untold.ts";

/** What every hook of Wingman gets, and what those of tools get beside it. */
const common = ["session_id", "cwd", "hook_event_name"] as const;
const ofTools = ["tool_name", "tool_use_id", "tool_input"] as const;

/** Wingman: three events, one hook after the other, exit 2 before a tool blocks it, what follows is not waited for. */
export const wingman = defineDialect({
  name: "wingman",
  title: "Wingman",
  files: [
    { layer: "team", base: "project", path: ".wingman/wingman.config.json" },
    { layer: "team", base: "project", path: ".wingman/agents/*/agent.json", of: "agent" },
  ],
  // The second is the later name of the first.
  hooksAt: ["hooks", "toolHooks"],
  shape: "groups",
  // Since then, `hooks` holds the gateway's own: other events, other rules.
  otherKeys: ["enabled", "entries", "load"],
  entry: { fields: {}, type: null },
  top: { name: "string?", toolHooks: "object?", hooksMode: "merge|replace|object?" },
  events: { PreToolUse: "PreToolUse", PostToolUse: "PostToolUse", Stop: "Stop" },
  otherEvents: false,
  timeout: {
    unitMs: 1000,
    defaultMs: 60_000,
    minMs: 1_000,
    maxMs: 600_000,
    outside: "clamp",
    scope: "hook",
  },
  variables: {},
  matcher: "names-or-whole",
  matcherWithoutSubject: "ignored",
  template: null,
  order: "sequential",
  afterBlock: "stop",
  sees: "original",
  combine: "strongest",
  duplicates: "each",
  blockingExit: "two",
  reason: ["stderr"],
  rewrite: "replace",
  environment: "whole",
  graceMs: 0,
  cwd: "project",
  denies: { PostToolUse: "none", Stop: "none" },
  background: ["PostToolUse", "Stop"],
  subagents: "inherit",
  answer: "never",
  shown: 16_384,
  decode(wire) {
    const { hook_event_name: name, tool_output: output, ...rest } = wire;
    const event = typeof name === "string" ? name : "";
    if (event === "Stop") return { event, payload: { stop_hook_active: false, ...rest } };
    return { event, payload: output === undefined ? rest : { ...rest, tool_response: output } };
  },
  encode(decision) {
    const said = [...decision.messages.map(({ text }) => text), ...untoldChanges(decision, "Wingman")];
    const refusal = refusalOf(decision);
    const lines = refusal === null ? said : [refusal, ...said];
    return {
      stdout: "",
      stderr: lines.map((line) => `${line}\n`).join(""),
      exitCode: refusal === null ? 0 : 2,
    };
  },
  present({ spec, payload }) {
    const ofTool = spec.subject === "tool_name";
    const names: readonly string[] = ofTool ? [...common, ...ofTools] : common;
    const shown = names.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]]]));
    const output = spec.name === "PostToolUse" ? { tool_output: payload.tool_response } : {};
    return { payload: { ...Object.fromEntries(shown), ...output }, env: {} };
  },
  read: (answer) => answer,
});

/** Why Wingman must not go on: it can neither ask nor take another input, so both are a no. */
function refusalOf({ verdict, reason, halt, updatedInput, event }: Decision): string | null {
  if (halt) return halt.reason || reason || "a hook ends the turn";
  if (verdict === "deny") return reason || "blocked by a hook";
  if (verdict === "ask" || verdict === "defer") return reason || `a hook wants ${event} to be asked about`;
  return updatedInput === null ? null : "a hook changed the input, which Wingman cannot take";
}
