/** Something to be done in the next turn of the event loop; it must not throw. */
export interface Due {
  due(): void;
  /** Ours: whether it is still to be done. */
  awaited?: boolean;
}

/**
 * A list and no set: a set that is cleared leaves its table behind as it was, with the way to the next one, and so all that ever was in
 * it lives until the machine cleans up everything.
 */
const waiting: Due[] = [];
let asked = false;

/**
 * Lets something be done in the next turn of the event loop, unless `notSoon` takes it back before. However many wait, the loop is
 * asked once: what ends in this turn, as nearly every function does, costs the loop nothing.
 */
export function soon(thing: Due): void {
  thing.awaited = true;
  waiting.push(thing);
  if (asked) return;
  asked = true;
  setImmediate(doAll);
}

/** Takes a thing back; one that was done, or never asked for, is none to take back. */
export function notSoon(thing: Due): void {
  if (!thing.awaited) return;
  thing.awaited = false;
  // What began last mostly ends first: so the list stays short, however much is done in one turn.
  while (waiting.length > 0 && !waiting.at(-1)?.awaited) waiting.pop();
}

function doAll(): void {
  asked = false;
  for (const thing of waiting.splice(0)) {
    if (!thing.awaited) continue;
    thing.awaited = false;
    thing.due();
  }
}
