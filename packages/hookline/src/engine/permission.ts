import type { Decision } from "../contract/decision.ts";
import { canonicalJson, deepFreeze, isObject, type JsonObject, jsonCopy } from "../contract/json.ts";
import type { Verdict } from "../contract/verdict.ts";
import { sha256 } from "../system/digest.ts";
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
  /** With `deny`: the turn ends, too. */
  readonly interrupt?: boolean;
}

/** How a tool call is wrapped. */
export interface WrapOptions extends FireOptions {
  /** The host's rules and its person, judged on the final input. Absent: what hooks do not refuse may run, and an `ask` may not. */
  readonly permission?: (request: PermissionRequest) => Permission | Promise<Permission>;
  /** The host's deny rules, judged on the final input: a reason refuses, before anything that a hook says. */
  readonly refuses?: (call: ToolCall) => string | null;
  /** True for what the host throws to leave the call for now, as LangGraph's interrupts: it goes through, and no hook hears of it. */
  readonly passes?: (thrown: unknown) => boolean;
  /** What PreToolUse decided on this very call before the host left it: it is not fired again. */
  readonly decided?: Decision;
  /** Told what PreToolUse decided, before the host is asked. */
  readonly whenDecided?: (decision: Decision) => void;
  /** Payload fields that the host knows (`transcript_path`, `permission_mode`, …). */
  readonly payload?: JsonObject;
}

/** Asks the host's rules about the final input; the stricter of hooks and host holds, and a rewrite there is judged as well. */
export async function permitted(
  state: EngineState,
  call: ToolCall,
  about: JsonObject,
  asked: Decision,
  options: WrapOptions,
): Promise<Decision> {
  const { verdict, reason, halt } = asked;
  if (wasCancelled(state, options)) return asked;
  const final = { ...call, input: asked.updatedInput ?? call.input };
  const rule = refusal(final, options);
  if (rule !== null) return { ...asked, verdict: "deny", reason: rule, updatedInput: null };
  const settled = verdict === "deny" || verdict === "defer" || halt !== null;
  if (settled || !options.permission) return asked;
  const answer = await ask(options.permission, { ...final, verdict, reason }, options);
  if (answer.behavior !== "allow") {
    const why = answer.message ?? "refused by the host";
    const ended = answer.interrupt === true ? { halt: { reason: why } } : {};
    return { ...asked, verdict: "deny", reason: why, updatedInput: null, ...ended };
  }
  const agreed: Decision = { ...asked, verdict: "allow" };
  if (!answer.updatedInput) return agreed;
  const updatedInput = deepFreeze(jsonCopy(answer.updatedInput));
  if (!isObject(updatedInput))
    return { ...asked, verdict: "deny", reason: "the host's new input is no JSON", updatedInput: null };
  const ruleAgain = refusal({ ...call, input: updatedInput }, options);
  if (ruleAgain !== null) return { ...asked, verdict: "deny", reason: ruleAgain, updatedInput: null };
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

/** What the host's deny rules say; rules that break refuse. */
function refusal(call: ToolCall, { refuses }: WrapOptions): string | null {
  try {
    return refuses?.(call) ?? null;
  } catch (error) {
    return `the host's rules failed: ${messageOf(error)}`;
  }
}

/** Only a plain `allow` is one: an answer of another shape, or none, is a no. */
async function ask(
  permission: NonNullable<WrapOptions["permission"]>,
  request: PermissionRequest,
  { passes }: WrapOptions,
): Promise<Permission> {
  try {
    const answer: unknown = await permission(request);
    if (isObject(answer) && answer.behavior === "allow") {
      const { updatedInput = null } = answer;
      if (updatedInput === null) return { behavior: "allow" };
      // Who allows another input does not allow this one.
      if (!isObject(updatedInput)) return { behavior: "deny", message: "the host's new input is no object" };
      return { behavior: "allow", updatedInput };
    }
    const { message, interrupt } = isObject(answer) ? answer : {};
    return {
      behavior: "deny",
      ...(typeof message === "string" && { message }),
      ...(interrupt === true && { interrupt }),
    };
  } catch (error) {
    if (passes?.(error)) throw error;
    return { behavior: "deny", message: `the host's permission failed: ${messageOf(error)}` };
  }
}

/** A guard that was cut off has not judged: then the tool does not run either. */
export function wasCancelled(state: EngineState, { signal }: WrapOptions): boolean {
  return signal?.aborted === true || state.closing.isAborted();
}

/** True if nothing refuses what was decided on. */
export function mayRun({ verdict, halt }: Pick<Decision, "verdict" | "halt">): boolean {
  return halt === null && (verdict === "pass" || verdict === "allow");
}

/** What to say of anything that was thrown; never throws itself. */
export function messageOf(thrown: unknown): string {
  try {
    if (thrown instanceof Error && typeof thrown.message === "string") return thrown.message;
  } catch {
    // Whatever it is, it cannot be asked.
  }
  return textOf(thrown) ?? "nothing";
}

/** What can be said of a value that is no JSON. */
export function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  try {
    return String(value);
  } catch {
    return "something that cannot be shown";
  }
}
