import type { Decision } from "../contract/decision.ts";
import { HooklineError } from "../contract/errors.ts";
import {
  canonicalJson,
  deepFreeze,
  isObject,
  type Json,
  type JsonObject,
  jsonCopy,
} from "../contract/json.ts";
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
  // One copy for hooks, permission and tool: what was checked is what runs, whatever becomes of the caller's own object.
  const copy = jsonCopy(call.input);
  if (!isObject(copy))
    throw new HooklineError("invalid-payload", `the input of ${call.name} cannot be written as JSON`);
  const given = { ...call, id: call.id ?? `toolu_${uuidv7()}`, input: deepFreeze(copy) };
  const about = { ...options.payload, tool_name: given.name, tool_use_id: given.id };
  const asked = await fire(state, "PreToolUse", { ...about, tool_input: given.input }, options);
  const decision = await permitted(state, given, about, asked, options);
  const input = decision.updatedInput ?? given.input;
  if (wasCancelled(state, options)) {
    const halted = { ...decision, halt: { reason: "the call was cancelled" } };
    return { ran: false, output: undefined, error: undefined, decision: halted, after: null };
  }
  if (!mayRun(decision)) {
    const told = await refuse(state, { ...about, tool_input: input }, decision, options);
    return { ran: false, output: undefined, error: undefined, decision: told, after: null };
  }
  const began = performance.now();
  const [output, failure] = await attempt(() => execute(input));
  const payload = { ...about, tool_input: input, duration_ms: Math.round(performance.now() - began) };
  if (failure) {
    // The caller's signal may be the very reason of the failure: the hooks that hear of it must not be stopped by it.
    const { signal, ...rest } = options;
    const told = { ...payload, error: messageOf(failure.thrown), is_interrupt: signal?.aborted ?? false };
    const after = await fireAfter(state, "PostToolUseFailure", told, rest);
    return { ran: true, output: undefined, error: failure.thrown, decision, after };
  }
  const response = { ...payload, tool_response: jsonCopy(output) ?? textOf(output) };
  const after = await fireAfter(state, "PostToolUse", response, options);
  return { ran: true, output: after?.updatedOutput ?? output, error: undefined, decision, after };
}

/** Asks the host's rules about the final input; the stricter of hooks and host holds, and a rewrite there is judged as well. */
async function permitted(
  state: EngineState,
  call: ToolCall,
  about: JsonObject,
  asked: Decision,
  options: WrapOptions,
): Promise<Decision> {
  const { verdict, reason, halt } = asked;
  const settled = verdict === "deny" || verdict === "defer" || halt !== null || wasCancelled(state, options);
  if (settled || !options.permission) return asked;
  const answer = await ask(options.permission, {
    ...call,
    input: asked.updatedInput ?? call.input,
    verdict,
    reason,
  });
  if (answer.behavior !== "allow") {
    return { ...asked, verdict: "deny", reason: answer.message ?? "refused by the host", updatedInput: null };
  }
  const agreed: Decision = { ...asked, verdict: "allow" };
  if (!answer.updatedInput) return agreed;
  const updatedInput = deepFreeze(jsonCopy(answer.updatedInput));
  if (!isObject(updatedInput))
    return { ...asked, verdict: "deny", reason: "the host's new input is no JSON", updatedInput: null };
  const judged = await recheck(state, { ...about, tool_input: updatedInput }, options);
  const messages = [...asked.messages, ...judged.messages];
  const runs = [...asked.runs, ...judged.runs];
  if (mayRun(judged))
    return { ...agreed, updatedInput, inputDigest: sha256(canonicalJson(updatedInput)), messages, runs };
  return {
    ...asked,
    verdict: judged.verdict,
    reason: judged.reason,
    halt: judged.halt,
    updatedInput: null,
    messages,
    runs,
  };
}

/** Only a plain `allow` is one: an answer of another shape, or none, is a no. */
async function ask(
  permission: NonNullable<WrapOptions["permission"]>,
  request: PermissionRequest,
): Promise<Permission> {
  try {
    const answer: unknown = await permission(request);
    if (isObject(answer) && answer.behavior === "allow") {
      return {
        behavior: "allow",
        ...(isObject(answer.updatedInput) && { updatedInput: answer.updatedInput }),
      };
    }
    const message = isObject(answer) && typeof answer.message === "string" ? { message: answer.message } : {};
    return { behavior: "deny", ...message };
  } catch (error) {
    return { behavior: "deny", message: `the host's permission failed: ${messageOf(error)}` };
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
  return state.closing.signal.aborted ? null : fire(state, name, payload, options);
}

/** A guard that was cut off has not judged: then the tool does not run either. */
function wasCancelled(state: EngineState, { signal }: WrapOptions): boolean {
  return signal?.aborted === true || state.closing.signal.aborted;
}

function mayRun({ verdict, halt }: Pick<Decision, "verdict" | "halt">): boolean {
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
  return thrown instanceof Error && typeof thrown.message === "string"
    ? thrown.message
    : (textOf(thrown) ?? "nothing");
}

/** What can be said of a value that is no JSON. */
function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  try {
    return String(value);
  } catch {
    return "something that cannot be shown";
  }
}
