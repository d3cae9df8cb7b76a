import { canonicalJson, type Json } from "../contract/json.ts";
import { sha256 } from "../system/digest.ts";

/** What a digest is made of: an input, or the digest itself where that is known. */
export type Digestible = { readonly input: Json | undefined } | { readonly digest: string };

/** Gives an object an `inputDigest` that is worked out for those who ask, and once. */
export function addLazyDigest<T extends object>(
  to: T,
  source: Digestible,
): asserts to is T & { readonly inputDigest: string } {
  new Digested(to, source);
  Object.defineProperty(to, "inputDigest", Digested.field);
}

/** The digest of an input; empty on an event that has none. */
export function digestOf(input: Json | undefined): string {
  if (input === undefined) return "";
  try {
    return sha256(canonicalJson(input));
  } catch {
    // Nested so deep that it cannot be walked, or no JSON at all: hooks are not told such an input either.
    return "";
  }
}

class Itself {
  constructor(object: object) {
    // biome-ignore lint/correctness/noConstructorReturn: so that a private field can be put on an object that is there already
    return object;
  }
}

/** The private part of an object with a digest: nobody sees it who lists or copies the fields, and it is put there at once. */
class Digested extends Itself {
  #source: Digestible;

  /**
   * One getter for all objects. A getter of its own would give each object a shape of its own, which the machine keeps, with all that
   * the getter can reach, until it cleans up everything.
   */
  static readonly field = {
    enumerable: true,
    configurable: true,
    get(this: object): string {
      if (!(#source in this)) return "";
      const source = this.#source;
      if ("digest" in source) return source.digest;
      const digest = digestOf(source.input);
      this.#source = { digest };
      return digest;
    },
  };

  constructor(object: object, source: Digestible) {
    super(object);
    this.#source = source;
  }
}
