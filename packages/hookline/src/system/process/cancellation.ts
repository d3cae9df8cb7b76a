import { Chain } from "../chain.ts";

const actionsOf = new WeakMap<AbortSignal, Chain<() => void>>();

/** Calls the action when the signal aborts, unless the returned function was called before; one listener does for all actions of a signal. */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  const actions = actionsOf.get(signal) ?? newActions(signal);
  const link = actions.add(action);
  return () => actions.remove(link);
}

function newActions(signal: AbortSignal): Chain<() => void> {
  const actions = new Chain<() => void>();
  actionsOf.set(signal, actions);
  // More than ten listeners on one signal would make Node warn of a leak.
  signal.addEventListener("abort", () => {
    // One of them may take another one back.
    for (const link of actions.links()) if (link.isIn) link.thing();
  });
  return actions;
}
