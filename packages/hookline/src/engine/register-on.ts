import { HooklineError } from "../contract/errors.ts";
import type { HookFunction } from "../contract/runner.ts";
import { type FunctionOptions, registerFunction } from "./register-function.ts";
import type { EngineState } from "./state.ts";

/** What `on` is given behind the event: a matcher if there is one, a function, and options. */
export type OnGiven = readonly [
  first: string | HookFunction,
  second?: HookFunction | FunctionOptions,
  third?: FunctionOptions,
];

/** Registers a function as `on` was given it; the function that comes back removes it. */
export function registerOn(state: EngineState, name: string, [first, second, third]: OnGiven): () => void {
  const [pattern, run, options] = typeof first === "string" ? [first, second, third] : [null, first, second];
  if (typeof run !== "function" || typeof options === "function") {
    throw new HooklineError("invalid-option", "on() takes an event, a matcher if you like, and one function");
  }
  return registerFunction(state, name, pattern, run, options);
}
