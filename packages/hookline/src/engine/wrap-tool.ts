import type { Decision } from "../contract/decision.ts";
import { HooklineError } from "../contract/errors.ts";
import { deepFreeze, isObject, type Json, type JsonObject, jsonCopy } from "../contract/json.ts";
import { uuidv7 } from "../system/identifiers.ts";
import { fire } from "./fire.ts";
import { makeEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import {
  mayRun,
  messageOf,
  permitted,
  type ToolCall,
  textOf,
  type WrapOptions,
  wasCancelled,
} from "./permission.ts";
import type { EngineState } from "./state.ts";

/** What became of a tool call. */
export interface ToolResult<O> {
  readonly ran: boolean;
  /** What the tool gave back, or what a PostToolUse hook put in its place. */
  readonly output: O | Json | undefined;
  /** What the tool threw, or an error with the words that a hook put in the place of its own. */
  readonly error: unknown;
  /** What was decided before. */
  readonly decision: Decision;
  /** What was decided after; null if it did not run. */
  readonly after: Decision | null;
}

/** PreToolUse, the host's permission, the tool with the final input, PostToolUse or PostToolUseFailure: a denied tool never runs. */
export async function wrapTool<O>(
  state: EngineState,
  call: ToolCall,
  execute: (input: JsonObject) => O | Promise<O>,
  options: WrapOptions,
): Promise<ToolResult<O>> {
  // One copy for hooks, permission and tool: what was checked is what runs, whatever becomes of the caller's own object.
  const copy = jsonCopy(call.input);
  if (!isObject(copy))
    throw new HooklineError("invalid-payload", `the input of ${call.name} cannot be written as JSON`);
  const given = { ...call, id: call.id ?? `toolu_${uuidv7()}`, input: deepFreeze(copy) };
  const about = { ...options.payload, tool_name: given.name, tool_use_id: given.id };
  const asked =
    options.decided ?? (await fire(state, "PreToolUse", { ...about, tool_input: given.input }, options));
  options.whenDecided?.(asked);
  const decision = await permitted(state, given, about, asked, options);
  const input = decision.updatedInput ?? given.input;
  if (wasCancelled(state, options)) {
    const halted = { ...decision, halt: { reason: "the call was cancelled" } };
    noteUnrun(state, { ...about, tool_input: input }, "cancelled", "the call was cancelled", options);
    return { ran: false, output: undefined, error: undefined, decision: halted, after: null };
  }
  if (!mayRun(decision)) {
    const result = decision.verdict === "defer" ? "deferred" : "refused";
    noteUnrun(state, { ...about, tool_input: input }, result, decision.reason, options);
    // What is deferred is not refused: somebody else answers later.
    const told =
      decision.verdict === "defer"
        ? decision
        : await refuse(state, { ...about, tool_input: input }, decision, options);
    return { ran: false, output: undefined, error: undefined, decision: told, after: null };
  }
  const began = performance.now();
  const [output, failure] = await attempt(() => execute(input));
  const payload = { ...about, tool_input: input, duration_ms: Math.round(performance.now() - began) };
  if (failure) {
    if (options.passes?.(failure.thrown)) throw failure.thrown;
    // The caller's signal may be the very reason of the failure: the hooks that hear of it must not be stopped by it.
    const { signal, ...rest } = options;
    const told = { ...payload, error: messageOf(failure.thrown), is_interrupt: signal?.aborted ?? false };
    const after = await fireAfter(state, "PostToolUseFailure", told, rest);
    const words = after?.updatedOutput;
    const error = typeof words === "string" ? new Error(words) : failure.thrown;
    return { ran: true, output: undefined, error, decision, after };
  }
  const response = { ...payload, tool_response: jsonCopy(output) ?? textOf(output) };
  const after = await fireAfter(state, "PostToolUse", response, options);
  return { ran: true, output: after?.updatedOutput ?? output, error: undefined, decision, after };
}

/** Writes to the audit trail that a tool did not run; of one that ran, PostToolUse tells. */
function noteUnrun(
  state: EngineState,
  payload: JsonObject,
  result: "cancelled" | "refused" | "deferred",
  error: string,
  options: WrapOptions,
): void {
  if (!state.ledger || state.closing.isAborted()) return;
  const event = makeEvent(state, "PreToolUse", payload, options);
  const problem = state.ledger.ended(state, event, { ran: false, result, error, durationMs: 0 });
  if (problem !== null) {
    state.carry.put({ context: null, messages: [{ level: "error", text: problem, hook: "audit" }] });
  }
}

/** Tells PermissionDenied's hooks of a refusal; what they say to the person or offer (`retry`) comes with the decision. */
async function refuse(
  state: EngineState,
  payload: JsonObject,
  decision: Decision,
  options: WrapOptions,
): Promise<Decision> {
  const reason = decision.reason || decision.halt?.reason || decision.verdict;
  const { messages, effects } = await fire(state, "PermissionDenied", { ...payload, reason }, options);
  if (messages.length === 0 && Object.keys(effects).length === 0) return decision;
  return {
    ...decision,
    messages: [...decision.messages, ...messages],
    effects: { ...decision.effects, ...effects },
  };
}

/** Fires what follows a tool that has run; an engine that was closed meanwhile takes nothing away from its result. */
async function fireAfter(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: FireOptions,
): Promise<Decision | null> {
  return state.closing.isAborted() ? null : fire(state, name, payload, options);
}

async function attempt<O>(
  act: () => O | Promise<O>,
): Promise<[O | undefined, { readonly thrown: unknown } | null]> {
  try {
    return [await act(), null];
  } catch (thrown) {
    return [undefined, { thrown }];
  }
}
