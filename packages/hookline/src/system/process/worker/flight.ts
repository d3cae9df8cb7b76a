import type { WorkerAsk, WorkerEnd, WorkerFacts } from "../../../contract/worker.ts";
import { onAbort } from "../cancellation.ts";
import type { Deadlines, Timed } from "./deadlines.ts";

/** One event on its way through a worker: it is settled exactly once. */
export interface Flight extends Timed {
  readonly ask: WorkerAsk;
  /** What was known of the process when it was sent; null before. */
  sent: { readonly answered: number; readonly stderrMark: number } | null;
  /** True once its time is over. */
  overdue: boolean;
  /** Tells what it takes for its caller to know how it ended; only the first call counts. */
  settle(end: WorkerEnd, stderr?: string, note?: string | null): void;
  readonly settled: boolean;
  /** What is left of its time. */
  leftMs(): number;
}

/** Opens an event: `passed` is told when its time is over, `cancelled` when its caller does not want it any more. */
export function openFlight(
  ask: WorkerAsk,
  told: (facts: WorkerFacts) => void,
  deadlines: Deadlines,
  passed: (flight: Flight) => void,
  cancelled: (flight: Flight) => void,
): Flight {
  return new Opened(ask, told, deadlines, passed, cancelled);
}

class Opened implements Flight {
  readonly ask: WorkerAsk;
  readonly startedAt = performance.now();
  readonly deadlineMs: number;
  sent: Flight["sent"] = null;
  overdue = false;
  settled = false;
  readonly #told: (facts: WorkerFacts) => void;
  readonly #deadlines: Deadlines;
  readonly #passed: (flight: Flight) => void;
  readonly #forgetAbort: () => void;

  constructor(
    ask: WorkerAsk,
    told: (facts: WorkerFacts) => void,
    deadlines: Deadlines,
    passed: (flight: Flight) => void,
    cancelled: (flight: Flight) => void,
  ) {
    this.ask = ask;
    this.deadlineMs = ask.deadlineMs;
    this.#told = told;
    this.#deadlines = deadlines;
    this.#passed = passed;
    deadlines.add(this);
    this.#forgetAbort = onAbort(ask.signal, () => cancelled(this));
  }

  passed(): void {
    this.overdue = true;
    this.#passed(this);
  }

  leftMs(): number {
    return Math.max(1, this.startedAt + this.deadlineMs - performance.now());
  }

  settle(end: WorkerEnd, stderr = "", note: string | null = null): void {
    if (this.settled) return;
    this.settled = true;
    this.#deadlines.remove(this);
    this.#forgetAbort();
    this.#told({ end, stderr, durationMs: performance.now() - this.startedAt, note });
  }
}
