import { deepFreeze } from "./json.ts";

/** What is larger or deeper than this, or holds itself, is left to the slow way, which knows what it has seen already. */
const mostNodes = 2_000;
const deepest = 64;

interface Count {
  nodes: number;
}

/** Stands for a copy that cannot be made in the quick way. */
const odd: unique symbol = Symbol("odd");

/** A copy of a value that nobody can change; texts are shared. Throws for what cannot be copied, such as a function. */
export function frozenCopy<T>(value: T): T;
export function frozenCopy(value: unknown): unknown {
  const copy = copyOf(value, { nodes: 0 }, 0);
  return copy === odd ? deepFreeze(structuredClone(value)) : copy;
}

function copyOf(value: unknown, count: Count, depth: number): unknown {
  if (typeof value !== "object" || value === null) return isPlain(value) ? value : odd;
  if (++count.nodes > mostNodes || depth > deepest) return odd;
  if (Array.isArray(value)) return copyOfList(value, count, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype ? copyOfObject(value, count, depth) : odd;
}

function copyOfList(list: readonly unknown[], count: Count, depth: number): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index++) {
    const item = list[index];
    // A hole stays a hole.
    if (item === undefined && !(index in list)) return odd;
    const made = copyOf(item, count, depth + 1);
    if (made === odd) return odd;
    copy.push(made);
  }
  return Object.freeze(copy);
}

function copyOfObject(value: object, count: Count, depth: number): unknown {
  // Copied as a whole first, so that even a field of the name __proto__ is a field.
  const copy: { [name: string]: unknown } = { ...value };
  for (const name of Object.keys(copy)) {
    const item = copy[name];
    if (typeof item === "string") continue;
    const made = copyOf(item, count, depth + 1);
    if (made === odd) return odd;
    if (made !== item) copy[name] = made;
  }
  return Object.freeze(copy);
}

function isPlain(value: unknown): boolean {
  return typeof value !== "function" && typeof value !== "symbol";
}
