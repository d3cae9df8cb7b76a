import { setMaxListeners } from "node:events";
import type { EngineState } from "./state.ts";

/** How long and by whom one event may be stopped. */
export interface FireScope {
  readonly signal: AbortSignal;
  /** True once the event's budget has run out: what then ends did not end in time. */
  readonly outOfTime: boolean;
  readonly budgetMs: number;
  end(): void;
}

/** Opens the scope of one event: it ends by the caller's signal, by `close()`, or when the budget is used up. */
export function openScope(state: EngineState, caller: AbortSignal | undefined, budgetMs: number): FireScope {
  const controller = new AbortController();
  // Every hook of the event listens to this signal: many listeners are no leak.
  setMaxListeners(0, controller.signal);
  let outOfTime = false;
  const stop = () => controller.abort();
  const timer = setTimeout(() => {
    outOfTime = true;
    stop();
  }, budgetMs);
  if (caller?.aborted || state.closing.signal.aborted) stop();
  caller?.addEventListener("abort", stop, { once: true });
  state.closing.signal.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    get outOfTime() {
      return outOfTime;
    },
    budgetMs,
    end() {
      clearTimeout(timer);
      caller?.removeEventListener("abort", stop);
      state.closing.signal.removeEventListener("abort", stop);
    },
  };
}
