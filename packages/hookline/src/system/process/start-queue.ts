/** Starts things one by one, with a turn of the event loop between two of them. */
export interface StartQueue {
  /** The first starts at once; those that nobody waits for come after the others. */
  add(start: () => void, background: boolean): void;
}

/** Makes a queue whose starts wait for `whenReady`, which is told how many are in line; a start blocks the loop for some milliseconds. */
export function createStartQueue(whenReady: (count: number, action: () => void) => void): StartQueue {
  const first: (() => void)[] = [];
  const later: (() => void)[] = [];
  let busy = false;

  function turn(): void {
    const count = first.length + later.length;
    busy = count > 0;
    if (busy) whenReady(count, startNext);
  }

  function startNext(): void {
    const start = first.shift() ?? later.shift();
    setImmediate(turn);
    start?.();
  }

  return {
    add(start, background) {
      (background ? later : first).push(start);
      if (!busy) turn();
    },
  };
}
