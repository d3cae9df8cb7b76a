import { setMaxListeners } from "node:events";

/** An abort signal that is made only when somebody asks for it: to make and to abort one takes longer than most calls do. */
export interface LateSignal {
  readonly signal: AbortSignal;
  isAborted(): boolean;
  abort(): void;
}

/** Makes one that is not aborted. */
export function lateSignal(): LateSignal {
  let controller: AbortController | null = null;
  let aborted = false;
  return {
    get signal() {
      if (!controller) {
        controller = new AbortController();
        // Every background hook of an engine listens to one: many listeners are no leak.
        setMaxListeners(0, controller.signal);
        if (aborted) controller.abort();
      }
      return controller.signal;
    },
    isAborted: () => aborted,
    abort() {
      if (aborted) return;
      aborted = true;
      controller?.abort();
    },
  };
}
