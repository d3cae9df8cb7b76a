import { deepFreeze } from "./json.ts";

/** What is larger or deeper than this, or holds itself, is left to the slow way, which knows what it has seen already. */
const mostNodes = 2_000;
const deepest = 64;

/** Stands for a copy that cannot be made in the quick way. */
const odd: unique symbol = Symbol("odd");

/** A copy of a value that shares nothing but texts with it. Throws for what cannot be copied, such as a function. */
export function ownCopy<T>(value: T): T;
/** The same, whatever the value is. */
export function ownCopy(value: unknown): unknown {
  const copy = new Copying(false).of(value, 0);
  return copy === odd ? structuredClone(value) : copy;
}

/** The same, and nobody can change it. */
export function frozenCopy<T>(value: T): T;
/** The same, whatever the value is. */
export function frozenCopy(value: unknown): unknown {
  const copy = new Copying(true).of(value, 0);
  return copy === odd ? deepFreeze(structuredClone(value)) : copy;
}

class Copying {
  readonly #freezes: boolean;
  #nodes = 0;

  constructor(freezes: boolean) {
    this.#freezes = freezes;
  }

  of(value: unknown, depth: number): unknown {
    if (typeof value !== "object" || value === null) return isPlain(value) ? value : odd;
    if (++this.#nodes > mostNodes || depth > deepest) return odd;
    if (Array.isArray(value)) return this.#list(value, depth);
    const prototype: unknown = Object.getPrototypeOf(value);
    return prototype === Object.prototype ? this.#object(value, depth) : odd;
  }

  #list(list: readonly unknown[], depth: number): unknown {
    const copy: unknown[] = [];
    for (let index = 0; index < list.length; index++) {
      const item = list[index];
      // A hole stays a hole.
      if (item === undefined && !(index in list)) return odd;
      const made = this.of(item, depth + 1);
      if (made === odd) return odd;
      copy.push(made);
    }
    return this.#freezes ? Object.freeze(copy) : copy;
  }

  #object(value: object, depth: number): unknown {
    // Assigned, a field of this name would be the prototype of the copy.
    if (Object.hasOwn(value, "__proto__")) return odd;
    // Not spread: each object that is spread and then frozen gets a shape of its own, which takes longer than all the rest.
    const copy: { [name: string]: unknown } = {};
    Object.assign(copy, value);
    for (const name in copy) {
      const item = copy[name];
      if (typeof item === "string") continue;
      const made = this.of(item, depth + 1);
      if (made === odd) return odd;
      if (made !== item && Object.hasOwn(copy, name)) copy[name] = made;
    }
    return this.#freezes ? Object.freeze(copy) : copy;
  }
}

function isPlain(value: unknown): boolean {
  return typeof value !== "function" && typeof value !== "symbol";
}
