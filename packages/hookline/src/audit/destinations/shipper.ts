import { type Delivery, deliver } from "./deliver.ts";
import type { Lane } from "./lane.ts";

/** Sends a chain to one destination, behind everything else. */
export interface Shipper {
  readonly lane: Lane;
  /** How the last delivery ended; null before the first. */
  readonly last: Delivery | null;
  /** There is something to send: costs nothing, waits for nothing. */
  wake(): void;
  /** Sends at once what waits; true if nothing is left. A destination that failed is not tried again before its time. */
  flush(): Promise<boolean>;
  /** Breaks off what is under way and closes the destination. */
  close(): Promise<void>;
}

/** Records that are written together go together. */
const gatherMs = 100;

/** A connection that nobody uses is closed: it would keep the process alive. */
const restMs = 2_000;

/** A shipper for one lane; its timers keep no process alive. */
export function createShipper(lane: Lane, told: (delivery: Delivery) => void = () => {}): Shipper {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let rest: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let more = false;
  let last: Delivery | null = null;

  const clear = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const arm = (ms: number) => {
    clear();
    if (stop.signal.aborted) return;
    timer = setTimeout(start, Math.max(1, ms));
    timer.unref();
  };
  const settle = (delivery: Delivery) => {
    running = null;
    last = delivery;
    told(delivery);
    if (delivery.state === "done") {
      if (more) arm(gatherMs);
      else rest = setTimeout(() => lane.shut("gently"), restMs).unref();
    } else if (delivery.state !== "stopped") arm(delivery.retryInMs);
  };
  const start = () => {
    clear();
    if (rest) clearTimeout(rest);
    if (running || stop.signal.aborted) return;
    more = false;
    running = deliver(lane, stop.signal).then(settle);
  };

  return {
    lane,
    get last() {
      return last;
    },
    wake() {
      more = true;
      if (!running && !timer) arm(gatherMs);
    },
    async flush() {
      for (;;) {
        if (running) await running;
        else if (stop.signal.aborted) return false;
        else if (last?.state === "done" && !more) return true;
        else if (last !== null && last.state !== "done" && timer) return false;
        else start();
      }
    },
    async close() {
      stop.abort();
      clear();
      if (rest) clearTimeout(rest);
      await running;
      lane.shut("gently");
    },
  };
}
