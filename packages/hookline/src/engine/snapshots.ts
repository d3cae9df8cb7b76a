type Environment = { readonly [name: string]: string | undefined };

/** Gives a copy of an environment that its owner may change; the same copy again as long as nothing was changed. */
export function snapshots(env: Environment): () => Environment {
  let text = "";
  let copy: Environment = {};
  return () => {
    // Of all ways to look at every variable of the process, this one takes the least time.
    const now = JSON.stringify(env);
    if (now !== text) {
      copy = JSON.parse(now);
      text = now;
    }
    return copy;
  };
}
