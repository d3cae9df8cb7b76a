type Environment = { readonly [name: string]: string | undefined };

/** Gives a copy of an environment that its owner may change; the same copy again as long as nothing was changed. */
export function snapshots(env: Environment): () => Environment {
  let last: Environment = {};
  let size = -1;
  return () => {
    // Reading the process's environment is slow: each variable is read once here, and not again for each hook.
    const now: Record<string, string | undefined> = {};
    let changed = false;
    let count = 0;
    for (const name of Object.keys(env)) {
      const value = env[name];
      now[name] = value;
      count++;
      if (last[name] !== value) changed = true;
    }
    if (changed || count !== size) {
      last = now;
      size = count;
    }
    return last;
  };
}
