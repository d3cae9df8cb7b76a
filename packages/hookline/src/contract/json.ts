export { canonicalJson } from "./canonical.ts";

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object; keys are whatever somebody wrote. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** True for a plain object, false for arrays, null and everything else. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Freezes a value and all that it holds, and gives it back. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
  return value;
}

/** A copy that is plain JSON and nothing else (no getters, no cycles), or undefined if there can be none. */
export function jsonCopy(value: unknown): Json | undefined {
  try {
    const text = JSON.stringify(value);
    const copy: Json | undefined = text === undefined ? undefined : JSON.parse(text);
    return isTooDeep(copy) ? undefined : copy;
  } catch {
    return undefined;
  }
}

/** The value that a text says; undefined if it is no JSON. */
export function jsonOf(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** Nobody writes anything this deep by hand; what is deeper would overflow the stack of whoever walks it. */
const deepest = 500;

/** True for a value that is nested deeper than anything of use. */
export function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth >= deepest) return true;
  for (const item of Object.values(value)) if (isTooDeep(item, depth + 1)) return true;
  return false;
}

/** Names that change how an object works when they are assigned. */
export function isUnsafeName(name: string): boolean {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}
