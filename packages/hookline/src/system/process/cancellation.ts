const actionsOf = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls the action when the signal aborts, unless the returned function was called before; one listener does for all actions of a signal. */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  let actions = actionsOf.get(signal);
  if (!actions) {
    const all = new Set<() => void>();
    actions = all;
    actionsOf.set(signal, all);
    // More than ten listeners on one signal would make Node warn of a leak.
    signal.addEventListener("abort", () => {
      for (const one of all) one();
    });
  }
  actions.add(action);
  return () => actions.delete(action);
}
