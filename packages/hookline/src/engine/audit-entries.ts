import { hostname, userInfo } from "node:os";
import type { AuditActor, AuditedHook, DecisionEntry, ExecutionEntry } from "../contract/audit.ts";
import type { Decision, RunReport } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import { outcome } from "../contract/outcome.ts";
import type { Redactor } from "../contract/redact.ts";
import { failedOpen } from "../pipeline/failed-open.ts";
import { digestOf } from "./lazy-digest.ts";
import type { EngineState } from "./state.ts";

/** The entry of an event and of what was decided about it. */
export function decisionEntry(
  state: EngineState,
  event: Event,
  decision: Decision,
  safe: Redactor,
): DecisionEntry {
  const { verdict, reason, halt, inputDigest, updatedInput, updatedOutput, updatedPrompt, runs } = decision;
  const paused = decision.skipped.filter(({ why }) => why.startsWith("paused: "));
  return {
    kind: "decision",
    ...momentOf(state, event, safe),
    durationMs: decision.durationMs,
    verdict,
    reason: safe.text(reason),
    halt: halt !== null,
    inputDigest,
    rewritten: updatedInput !== null || updatedOutput !== null || updatedPrompt !== null,
    hooks: runs.map((run) => auditedHook(state, event, run, decision, safe)),
    faults: runs.flatMap(({ hook, fault }) => (fault === null ? [] : [`${hook}: ${fault}`])),
    ...(paused.length > 0 && { paused: paused.map(({ hook, why }) => safe.text(`${hook}: ${why}`)) }),
  };
}

/** What is known of the end of a tool call. */
export type Ending = Pick<ExecutionEntry, "ran" | "result" | "error" | "durationMs"> & {
  readonly output?: Json | undefined;
};

/** The entry of what became of a tool call. */
export function executionEntry(
  state: EngineState,
  event: Event,
  decisionId: string,
  ending: Ending,
  safe: Redactor,
): ExecutionEntry {
  const { output, ...ended } = ending;
  return {
    kind: "execution",
    ...momentOf(state, event, safe),
    ...ended,
    error: safe.text(ended.error),
    decisionId,
    inputDigest: digestOf(event.payload.tool_input),
    outputDigest: digestOf(output),
  };
}

/** How the tool ended that an event tells of; null for an event that tells of none. */
export function endingOf({ spec, payload }: Event): Ending | null {
  if (spec.name !== "PostToolUse" && spec.name !== "PostToolUseFailure") return null;
  const failed = spec.name === "PostToolUseFailure";
  const { duration_ms: took, error, is_interrupt: interrupted, tool_response: output } = payload;
  return {
    ran: true,
    result: failed ? (interrupted === true ? "cancelled" : "error") : "ok",
    error: failed && typeof error === "string" ? error : "",
    durationMs: typeof took === "number" ? took : 0,
    output,
  };
}

function momentOf(state: EngineState, { spec, id, payload, tool }: Event, safe: Redactor) {
  const { session_id: session, tool_name: name, tool_use_id: useId } = payload;
  return {
    actor: actorOf(state, payload, safe),
    session: safe.text(typeof session === "string" ? session : state.sessionId),
    project: state.configuration.projectDir,
    event: spec.name,
    eventId: id,
    tool:
      typeof name === "string"
        ? {
            name: safe.text(name),
            kind: tool?.kind ?? "other",
            useId: typeof useId === "string" ? safe.text(useId) : "",
          }
        : null,
    configuration: state.configuration.digest,
  };
}

function actorOf(
  state: EngineState,
  { agent_id: id, agent_type: type }: JsonObject,
  safe: Redactor,
): AuditActor {
  const agents: { id: string; type: string }[] = [];
  if (typeof id === "string") agents.push({ id, type: typeof type === "string" ? type : "" });
  // Each sub-agent was started by one that is known by then, so this ends.
  for (let above = state.parents.get(agents[0]?.id ?? ""); above; above = state.parents.get(above.id)) {
    if (agents.some((one) => one.id === above?.id)) break;
    agents.unshift(above);
  }
  const named = agents.map((agent) => ({ id: safe.text(agent.id), type: safe.text(agent.type) }));
  return { user: userName(), host: hostname(), pid: process.pid, agents: named };
}

let user: string | null = null;

function userName(): string {
  if (user === null) {
    try {
      user = userInfo().username;
    } catch {
      // In a container the number of the user may have no name.
      user = String(process.getuid?.() ?? "");
    }
  }
  return user;
}

function auditedHook(
  state: EngineState,
  event: Event,
  run: RunReport,
  decision: Decision,
  safe: Redactor,
): AuditedHook {
  const { hook: id, source, type, mode, status, fault, verdict, reason, durationMs } = run;
  const hook = hookOf(state, id, source);
  const dialect = hook && state.allDialects.find(({ name }) => name === hook.dialect);
  const said = { outcome: outcome({ fault: fault && { kind: fault, detail: "" } }) };
  const background = status === "background";
  return {
    id,
    source,
    type,
    mode,
    digest: hook ? contentOf(state, hook) : "",
    status,
    fault,
    failedOpen: hook && dialect ? failedOpen(event, { hook, dialect, background, ...said }, decision) : false,
    verdict,
    reason: safe.text(reason),
    rules: type === "policy" ? rulesOf(run.stdout) : [],
    durationMs,
  };
}

/** A policy prints the rules that fitted. */
function rulesOf(printed: string): readonly string[] {
  const value = printed === "" ? undefined : jsonOf(printed);
  const { rules } = isObject(value) ? value : {};
  const fitted = Array.isArray(rules) ? rules : [];
  return fitted.flatMap((rule) => (isObject(rule) && typeof rule.id === "string" ? [rule.id] : []));
}

const known = new WeakMap<object, Map<string, Hook>>();

/** The hook behind a report; undefined if it is gone. */
function hookOf({ configuration, functions }: EngineState, id: string, source: string): Hook | undefined {
  const keyOf = (hook: Hook) => `${hook.id}\0${hook.source.text}`;
  let hooks = known.get(configuration);
  if (!hooks) {
    hooks = new Map(configuration.hooks.map((hook) => [keyOf(hook), hook]));
    known.set(configuration, hooks);
  }
  return hooks.get(`${id}\0${source}`) ?? functions.hooks.find((hook) => hook.id === id);
}

function contentOf(state: EngineState, hook: Hook): string {
  try {
    return state.trust.digestOf(hook);
  } catch {
    return "";
  }
}

/** Remembers who started a sub-agent, where the host says it. */
export function noteParent(state: EngineState, { spec, payload }: Event): void {
  const { agent_id: id, parent_agent_id: parent, parent_agent_type: type } = payload;
  if (spec.name !== "SubagentStart" || typeof id !== "string" || typeof parent !== "string") return;
  if (state.parents.size >= 10_000) state.parents.clear();
  state.parents.set(id, { id: parent, type: typeof type === "string" ? type : "" });
}
