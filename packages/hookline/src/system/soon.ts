/** Something to be done in the next turn of the event loop; it must not throw. */
export interface Due {
  due(): void;
}

const waiting = new Set<Due>();
let asked = false;

/**
 * Lets something be done in the next turn of the event loop, unless `notSoon` takes it back before. However many wait, the loop is
 * asked once: what ends in this turn, as nearly every function does, costs the loop nothing.
 */
export function soon(thing: Due): void {
  waiting.add(thing);
  if (asked) return;
  asked = true;
  setImmediate(doAll);
}

/** Takes a thing back; one that was done, or never asked for, is none to take back. */
export function notSoon(thing: Due): void {
  waiting.delete(thing);
}

function doAll(): void {
  asked = false;
  const things = [...waiting];
  waiting.clear();
  for (const thing of things) thing.due();
}
