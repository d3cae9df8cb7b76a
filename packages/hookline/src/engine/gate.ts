/** Lets a bounded number in at once; the others wait in order. */
export interface Gate {
  /** Takes a place if one is free now. */
  tryEnter(): boolean;
  /** Waits for a place; false if the signal came first. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
}

/** Makes a gate with this many places. */
export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  const tryEnter = () => {
    if (free === 0) return false;
    free--;
    return true;
  };
  return {
    tryEnter,
    async enter(signal) {
      if (signal.aborted) return false;
      if (tryEnter()) return true;
      return new Promise((resolve) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(letIn), 1);
          resolve(false);
        };
        const letIn = () => {
          signal.removeEventListener("abort", giveUp);
          resolve(true);
        };
        waiting.push(letIn);
        signal.addEventListener("abort", giveUp, { once: true });
      });
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
