import { type Context, createContext, Script } from "node:vm";

/** What became of a bounded call: its value, or that the time was up. */
export type BoundedResult<T> = { readonly kind: "value"; readonly value: T } | { readonly kind: "limit" };

let script: Script | undefined;
let context: Context | undefined;

/**
 * Calls a synchronous function and stops it after so many milliseconds, wherever it is, a regular expression included; what it throws
 * is thrown.
 */
export function callWithin<T>(milliseconds: number, work: () => T): BoundedResult<T> {
  script ??= new Script("call()");
  context ??= createContext({}, { codeGeneration: { strings: false, wasm: false } });
  // The watchdog of a vm script ends everything below it on the stack, functions of this realm too.
  context.call = work;
  try {
    const value: T = script.runInContext(context, { timeout: milliseconds });
    return { kind: "value", value };
  } catch (error) {
    if (isLimit(error)) return { kind: "limit" };
    throw error;
  } finally {
    context.call = undefined;
  }
}

// The error comes from another realm, so it is no instance of this realm's Error.
function isLimit(error: unknown): boolean {
  return (
    typeof error === "object" &&
    error !== null &&
    "code" in error &&
    error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
