import { setMaxListeners } from "node:events";

/** How long and by whom one event may be stopped. */
export interface FireScope {
  readonly signal: AbortSignal;
  /** True once the event's budget has run out: what then ends did not end in time. */
  readonly outOfTime: boolean;
  readonly budgetMs: number;
  /** Closes it; its signal serves another event only if nothing of this one can still listen to it. */
  end(listened: boolean): void;
}

/** Opens the scopes of an engine's events. */
export interface Scopes {
  /** A scope ends by the caller's signal, by `close()`, or when the budget is used up. */
  open(caller: AbortSignal | undefined, budgetMs: number): FireScope;
  close(): void;
}

/** Makes the scopes of one engine. To make a signal takes longer than all else in an event, so one that nobody listens to is used again. */
export function createScopes(): Scopes {
  const opened = new Set<AbortController>();
  let closed = false;
  let spare: AbortController | null = null;
  const take = () => {
    const controller = spare ?? newController();
    spare = null;
    opened.add(controller);
    return controller;
  };
  return {
    open(caller, budgetMs) {
      const controller = take();
      let outOfTime = false;
      let ended = false;
      let timer: NodeJS.Timeout | undefined;
      const stop = () => controller.abort();
      if (caller?.aborted || closed) stop();
      caller?.addEventListener("abort", stop, { once: true });
      setImmediate(() => {
        // By now the controller may serve the next event, which has a budget of its own.
        if (ended) return;
        timer = setTimeout(() => {
          outOfTime = true;
          stop();
        }, budgetMs);
      });
      return {
        signal: controller.signal,
        get outOfTime() {
          return outOfTime;
        },
        budgetMs,
        end(listened) {
          ended = true;
          opened.delete(controller);
          clearTimeout(timer);
          caller?.removeEventListener("abort", stop);
          if (!listened && !controller.signal.aborted) spare = controller;
        },
      };
    },
    close() {
      closed = true;
      for (const controller of opened) controller.abort();
    },
  };
}

function newController(): AbortController {
  const controller = new AbortController();
  // Every hook of an event listens to its signal: many listeners are no leak.
  setMaxListeners(0, controller.signal);
  return controller;
}
