import type { Decision } from "../contract/decision.ts";
import { canonicalJson, deepFreeze, type Json, type JsonObject } from "../contract/json.ts";
import type { Verdict } from "../contract/verdict.ts";
import { sha256 } from "../system/digest.ts";
import { uuidv7 } from "../system/identifiers.ts";
import { fire } from "./fire.ts";
import type { FireOptions } from "./options.ts";
import { recheck } from "./second-look.ts";
import type { EngineState } from "./state.ts";

/** A tool call that is about to happen. */
export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
  readonly id?: string;
}

/** What the host's permission rules, or the person, are asked. */
export interface PermissionRequest extends ToolCall {
  /** What the hooks said: on `allow` a routine prompt is not needed, on `ask` somebody must agree. */
  readonly verdict: Verdict;
  readonly reason: string;
}

/** The answer; an input that was changed there is judged by the policies once more. */
export interface Permission {
  readonly behavior: "allow" | "deny";
  readonly message?: string;
  readonly updatedInput?: JsonObject;
}

/** How a tool call is wrapped. */
export interface WrapOptions extends FireOptions {
  /** The host's rules and its person, judged on the final input. Absent: what hooks do not refuse may run, and an `ask` may not. */
  readonly permission?: (request: PermissionRequest) => Permission | Promise<Permission>;
  /** Payload fields that the host knows (`transcript_path`, `permission_mode`, …). */
  readonly payload?: JsonObject;
}

/** What became of a tool call. */
export interface ToolResult<O> {
  readonly ran: boolean;
  /** What the tool gave back, or what a PostToolUse hook put in its place. */
  readonly output: O | Json | undefined;
  /** What the tool threw. */
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
  const about = {
    ...options.payload,
    tool_name: call.name,
    tool_use_id: call.id ?? `toolu_${uuidv7()}`,
  };
  const asked = await fire(state, "PreToolUse", { ...about, tool_input: call.input }, options);
  const judged = await permitted(state, call, about, asked, options);
  const decision = wasCancelled(state, options)
    ? { ...judged, halt: { reason: "the call was cancelled" } }
    : judged;
  const input = decision.updatedInput ?? deepFreeze(structuredClone(call.input));
  if (wasCancelled(state, options))
    return { ran: false, output: undefined, error: undefined, decision, after: null };
  if (!mayRun(decision)) {
    const reason = decision.reason || decision.halt?.reason || decision.verdict;
    await fire(state, "PermissionDenied", { ...about, tool_input: input, reason }, options);
    return { ran: false, output: undefined, error: undefined, decision, after: null };
  }
  const began = performance.now();
  const [output, failure] = await attempt(() => execute(input));
  const payload = { ...about, tool_input: input, duration_ms: Math.round(performance.now() - began) };
  if (failure) {
    // The caller's signal may be the very reason of the failure: the hooks that hear of it must not be stopped by it.
    const { signal, ...rest } = options;
    const told = { ...payload, error: messageOf(failure.thrown), is_interrupt: signal?.aborted ?? false };
    const after = await fire(state, "PostToolUseFailure", told, rest);
    return { ran: true, output: undefined, error: failure.thrown, decision, after };
  }
  const after = await fire(state, "PostToolUse", { ...payload, tool_response: jsonOf(output) }, options);
  return { ran: true, output: after.updatedOutput ?? output, error: undefined, decision, after };
}

/** Asks the host's rules about the final input; the stricter of hooks and host holds, and a rewrite there is judged as well. */
async function permitted(
  state: EngineState,
  call: ToolCall,
  about: JsonObject,
  asked: Decision,
  options: WrapOptions,
): Promise<Decision> {
  if (asked.verdict === "deny" || asked.verdict === "defer" || asked.halt || !options.permission)
    return asked;
  const input = asked.updatedInput ?? call.input;
  const { verdict, reason } = asked;
  const answer = await options.permission({ ...call, input, verdict, reason });
  if (answer.behavior === "deny")
    return { ...asked, verdict: "deny", reason: answer.message ?? "refused by the host", updatedInput: null };
  const agreed: Decision = { ...asked, verdict: "allow" };
  if (!answer.updatedInput) return agreed;
  const updatedInput = deepFreeze(structuredClone(answer.updatedInput));
  const judged = await recheck(state, { ...about, tool_input: updatedInput }, options);
  const inputDigest = sha256(canonicalJson(updatedInput));
  if (judged.verdict === "pass" || judged.verdict === "allow")
    return { ...agreed, updatedInput, inputDigest };
  return { ...asked, verdict: judged.verdict, reason: judged.reason, updatedInput: null };
}

/** A guard that was cut off has not judged: then the tool does not run either. */
function wasCancelled(state: EngineState, { signal }: WrapOptions): boolean {
  return signal?.aborted === true || state.closing.signal.aborted;
}

function mayRun({ verdict, halt }: Decision): boolean {
  return halt === null && (verdict === "pass" || verdict === "allow");
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

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** What a tool gave back as hooks can read it: JSON if it is, its text if not. */
function jsonOf(output: unknown): Json {
  try {
    const text = JSON.stringify(output);
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return String(output);
  }
}
