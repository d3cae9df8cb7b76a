import { setMaxListeners } from "node:events";

/** How long and by whom one event may be stopped. */
export interface FireScope {
  readonly signal: AbortSignal;
  /** True once the event's budget has run out: what then ends did not end in time. */
  readonly outOfTime: boolean;
  readonly budgetMs: number;
  end(): void;
}

/** Opens the scopes of an engine's events. */
export interface Scopes {
  /** A scope ends by the caller's signal, by `close()`, or when the budget is used up. */
  open(caller: AbortSignal | undefined, budgetMs: number): FireScope;
  close(): void;
}

/** Makes the scopes of one engine; whatever can be done while the hooks already run is done then. */
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
      let timer: NodeJS.Timeout | undefined;
      const stop = () => controller.abort();
      if (caller?.aborted || closed) stop();
      caller?.addEventListener("abort", stop, { once: true });
      setImmediate(() => {
        spare ??= newController();
        if (!opened.has(controller)) return;
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
        end() {
          opened.delete(controller);
          clearTimeout(timer);
          caller?.removeEventListener("abort", stop);
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
