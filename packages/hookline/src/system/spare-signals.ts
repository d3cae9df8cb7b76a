import { setMaxListeners } from "node:events";

/** As many as events that go on at once, mostly. */
const most = 16;

const spare: AbortController[] = [];

/** A controller that is not aborted and that nobody listens to: a new one, or one that was given back. To make one takes longer than much of an event. */
export function takeController(): AbortController {
  const kept = spare.pop();
  if (kept) return kept;
  const controller = new AbortController();
  // Every hook of an event listens to its signal: many listeners are no leak.
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Gives one back that nobody can listen to or abort any more; one that was aborted is not kept. */
export function giveBackController(controller: AbortController): void {
  if (!controller.signal.aborted && spare.length < most) spare.push(controller);
}
