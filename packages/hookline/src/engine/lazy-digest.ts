import type { Json } from "../contract/json.ts";

/** Works out the digest of an input. */
type Digest = (input: Json | undefined) => string;

interface Source {
  readonly input: Json | undefined;
  readonly digestOf: Digest;
  known: string | null;
}

/** Where an object keeps what its digest is made of; not seen by those who list its fields. */
const source = Symbol("source of the digest");

interface Sourced {
  readonly [source]: Source;
}

/**
 * One getter for all objects. A getter of its own would give each object a shape of its own, which the machine keeps, with all that
 * the getter can reach, until it cleans up everything.
 */
const shared = {
  enumerable: true,
  configurable: true,
  get(this: Sourced): string {
    const own = this[source];
    own.known ??= own.digestOf(own.input);
    return own.known;
  },
};

/** Gives an object an `inputDigest` that is worked out for those who ask, and once. */
export function addLazyDigest<T extends object>(
  to: T,
  input: Json | undefined,
  known: string | null,
  digestOf: Digest,
): asserts to is T & { readonly inputDigest: string } {
  const own: Source = { input, digestOf, known };
  Object.defineProperty(to, source, { value: own });
  Object.defineProperty(to, "inputDigest", shared);
}
