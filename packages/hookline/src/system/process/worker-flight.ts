import type { WorkerAsk, WorkerEnd, WorkerFacts } from "../../contract/worker.ts";
import { onAbort } from "./cancellation.ts";
import { onDeadline } from "./deadline.ts";

/** One event on its way through a worker: it is settled exactly once. */
export interface Flight {
  readonly ask: WorkerAsk;
  readonly startedAt: number;
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
  passed: (flight: Flight) => void,
  cancelled: (flight: Flight) => void,
): Flight {
  const startedAt = performance.now();
  let settled = false;
  const flight: Flight = {
    ask,
    startedAt,
    sent: null,
    overdue: false,
    get settled() {
      return settled;
    },
    leftMs: () => Math.max(1, startedAt + ask.deadlineMs - performance.now()),
    settle(end, stderr = "", note = null) {
      if (settled) return;
      settled = true;
      forgetDeadline();
      forgetAbort();
      told({ end, stderr, durationMs: performance.now() - startedAt, note });
    },
  };
  const forgetDeadline = onDeadline(startedAt, ask.deadlineMs, () => {
    flight.overdue = true;
    passed(flight);
  });
  const forgetAbort = onAbort(ask.signal, () => cancelled(flight));
  return flight;
}
