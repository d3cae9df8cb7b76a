import { eventTimeoutMs } from "../config/entries/timeout.ts";
import { compileMatcher } from "../config/matching/matcher.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Hook, Mode, OnFailure } from "../contract/hook.ts";
import type { HookFunction } from "../contract/runner.ts";
import { eventRow } from "./make-event.ts";
import { type EngineState, reindex } from "./state.ts";

/** What a host may say about a function beside its event and matcher. */
export interface FunctionOptions {
  readonly id?: string;
  readonly timeoutMs?: number;
  readonly onFailure?: OnFailure;
  readonly mode?: Mode;
  /** Run without being waited for. */
  readonly background?: boolean;
  readonly once?: boolean;
}

/** A day. */
const longestMs = 86_400_000;

let count = 0;

/** Makes a hook of a function; gives back the function that removes it. */
export function registerFunction(
  state: EngineState,
  event: string,
  pattern: string | null,
  run: HookFunction,
  options: FunctionOptions = {},
): () => void {
  const spec = eventRow(state, event);
  const rule = { narrow: spec.matcher === "narrow", withoutSubject: spec.subject === null };
  const { matcher, problem } = compileMatcher(pattern, rule, state.catalog, state.onLimit);
  if (problem !== null && spec.subject !== null)
    throw new HooklineError("invalid-option", `matcher "${pattern}": ${problem}`);
  const id = options.id ?? `${event}-function-${++count}`;
  if (state.functions.has(id))
    throw new HooklineError("already-defined", `a function "${id}" is registered already`);
  const { timeoutMs = eventTimeoutMs(spec), onFailure = "continue", mode = "enforce" } = options;
  checkOptions(timeoutMs, onFailure, mode);
  const hook: Hook = {
    id,
    event,
    dialect: "native",
    type: "function",
    source: { layer: "code", file: "", text: "code" },
    description: run.name,
    matcher,
    if: null,
    when: null,
    scope: null,
    disabled: null,
    timeoutMs,
    groupTimeoutMs: null,
    blockingExit: null,
    afterBlock: null,
    template: null,
    onFailure,
    mode,
    background: options.background ?? false,
    rewake: false,
    once: options.once ?? false,
    statusMessage: "",
    group: -1,
    sequential: false,
    env: {},
    passEnv: [],
    environment: "whole",
    cwd: null,
    fields: {},
    identity: id,
    entry: {},
  };
  state.functions.add(hook, run);
  reindex(state);
  return () => {
    state.functions.remove(hook);
    reindex(state);
  };
}

/** Options come from code that nobody may have compiled: a guard with a wrong one must not be a guard that never holds. */
function checkOptions(timeoutMs: unknown, onFailure: unknown, mode: unknown): void {
  const fits = typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= longestMs;
  if (!fits) throw new HooklineError("invalid-option", `timeoutMs must be a number from 1 to ${longestMs}`);
  if (onFailure !== "continue" && onFailure !== "block") {
    throw new HooklineError("invalid-option", 'onFailure must be "continue" or "block"');
  }
  if (mode !== "enforce" && mode !== "warn" && mode !== "shadow") {
    throw new HooklineError("invalid-option", 'mode must be "enforce", "warn" or "shadow"');
  }
}
