import { Chain } from "../system/chain.ts";
import { type Deadline, setDeadline } from "../system/deadlines.ts";
import { onAbort } from "../system/process/cancellation.ts";
import { type Due, notSoon, soon } from "../system/soon.ts";
import { giveBackController, takeController } from "../system/spare-signals.ts";

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
  /** A scope ends by the caller's signal, by `close()`, or when the budget is used up that is counted from `began`. */
  open(caller: AbortSignal | undefined, budgetMs: number, began: number): FireScope;
  /** Ends all of them; true if there were any. */
  close(): boolean;
}

/** Makes the scopes of one engine. */
export function createScopes(): Scopes {
  const opened = new Chain<AbortController>();
  let closed = false;
  return {
    open(caller, budgetMs, began) {
      const controller = takeController();
      const link = opened.add(controller);
      if (caller?.aborted || closed) controller.abort();
      return new OpenScope(controller, caller, budgetMs, began, (listened) => {
        opened.remove(link);
        if (!listened) giveBackController(controller);
      });
    },
    close() {
      closed = true;
      const all = opened.links();
      for (const { thing: controller } of all) controller.abort();
      return all.length > 0;
    },
  };
}

class OpenScope implements FireScope, Due {
  readonly #controller: AbortController;
  readonly #ended: (listened: boolean) => void;
  readonly #began: number;
  #stop: (() => void) | null = null;
  #deadline: Deadline | null = null;
  awaited = false;
  readonly signal: AbortSignal;
  readonly budgetMs: number;
  outOfTime = false;

  constructor(
    controller: AbortController,
    caller: AbortSignal | undefined,
    budgetMs: number,
    began: number,
    ended: (listened: boolean) => void,
  ) {
    this.#controller = controller;
    this.#ended = ended;
    this.#began = began;
    this.signal = controller.signal;
    this.budgetMs = budgetMs;
    // One listener for all events that a caller may stop: more than ten would make Node warn of a leak.
    if (caller) this.#stop = onAbort(caller, () => controller.abort());
    soon(this);
  }

  /** The event has not ended in the turn in which it began: from now on its time is measured. */
  due(): void {
    const late = () => {
      this.outOfTime = true;
      this.#controller.abort();
    };
    this.#deadline = setDeadline(this.budgetMs - (performance.now() - this.#began), late);
  }

  end(listened: boolean): void {
    notSoon(this);
    this.#deadline?.clear();
    this.#stop?.();
    this.#ended(listened);
  }
}
