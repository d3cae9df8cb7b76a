import type { WorkerAsk, WorkerEnd, WorkerFacts } from "../../contract/worker.ts";
import { onAbort } from "./cancellation.ts";
import type { Deadlines, Timed } from "./worker-deadlines.ts";

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
  const startedAt = performance.now();
  let settled = false;
  const flight: Flight = {
    ask,
    startedAt,
    deadlineMs: ask.deadlineMs,
    sent: null,
    overdue: false,
    get settled() {
      return settled;
    },
    passed() {
      flight.overdue = true;
      passed(flight);
    },
    leftMs: () => Math.max(1, startedAt + ask.deadlineMs - performance.now()),
    settle(end, stderr = "", note = null) {
      if (settled) return;
      settled = true;
      deadlines.remove(flight);
      forgetAbort();
      told({ end, stderr, durationMs: performance.now() - startedAt, note });
    },
  };
  deadlines.add(flight);
  const forgetAbort = onAbort(ask.signal, () => cancelled(flight));
  return flight;
}
