type Environment = { readonly [name: string]: string | undefined };

/** Gives a copy of an environment that its owner may change; the same copy again as long as nothing was changed. */
export function snapshots(env: Environment): () => Environment {
  let copy: Environment = {};
  let size = -1;
  return () => {
    // Of all ways to look at every variable of the process, this one takes the least time.
    const names = Object.getOwnPropertyNames(env);
    if (names.length !== size || names.some((name) => env[name] !== copy[name])) {
      copy = { ...env };
      size = names.length;
    }
    return copy;
  };
}
