import { errorCode } from "../../system/error-code.ts";
import { withLock } from "../../system/lock.ts";
import { pauseAfter } from "./backoff.ts";
import { type Cursor, readCursor, writeCursor } from "./cursor.ts";
import { DeliveryError, type ShippedRecord } from "./destination.ts";
import type { Lane } from "./lane.ts";
import { type Batch, nextBatch } from "./next-batch.ts";

/** What one delivery came to: all is there, it failed, it waits after a failure, another process is at it, or it was stopped. */
export interface Delivery {
  readonly state: "done" | "failed" | "waiting" | "busy" | "stopped";
  /** Records that were taken. */
  readonly sent: number;
  /** Milliseconds until it is worth another attempt. */
  readonly retryInMs: number;
  readonly error: string;
}

/** What a destination may take beyond its time to say why. */
const graceMs = 250;

/** How long another process is left alone. */
const busyMs = 2_000;

/** Options that cannot be used do not mend themselves. */
const hopelessMs = 3_600_000;

/** Sends all that waits for a destination, in order, batch by batch; never throws. `force` does not wait out an earlier failure. */
export async function deliver(lane: Lane, signal: AbortSignal, force = false): Promise<Delivery> {
  if (lane.problem !== null) return { state: "failed", sent: 0, retryInMs: hopelessMs, error: lane.problem };
  let entered = false;
  try {
    return await withLock(
      `${lane.cursorPath}.lock`,
      () => {
        entered = true;
        return deliverAlone(lane, signal, force);
      },
      { waitMs: 0 },
    );
  } catch (error) {
    const text = lane.shown(messageOf(error));
    // A lock that another process has is no error of the system.
    const state = entered || errorCode(error) !== "EUNKNOWN" ? "failed" : "busy";
    return { state, sent: 0, retryInMs: busyMs, error: text };
  }
}

async function deliverAlone(lane: Lane, signal: AbortSignal, force: boolean): Promise<Delivery> {
  let cursor = furthest(lane.cursor, readCursor(lane.cursorPath, lane.origin));
  const wait = cursor.retryAt - Date.now();
  if (wait > 0 && !force) return { state: "waiting", sent: 0, retryInMs: wait, error: cursor.error };
  let sent = 0;
  for (;;) {
    const batch = nextBatch(lane.folder, lane.chain, cursor);
    if (!batch) return { state: "done", sent, retryInMs: 0, error: "" };
    if (signal.aborted) return { state: "stopped", sent, retryInMs: 0, error: "" };
    const pendingSeq = batch.records.at(-1)?.record.seq ?? 0;
    if (cursor.pendingSeq !== pendingSeq) cursor = await keep(lane, { ...cursor, pendingSeq });
    try {
      await send(lane, batch.records, signal);
    } catch (error) {
      lane.shut("at once");
      const failed = failure(lane, cursor, error);
      lane.cursor = await keep(lane, failed);
      const state = signal.aborted ? "stopped" : "failed";
      return { state, sent, retryInMs: failed.retryAt - Date.now(), error: failed.error };
    }
    sent += batch.records.length;
    cursor = await keep(lane, taken(cursor, batch));
  }
}

/** One batch, within the destination's time, whatever it does with the signal. */
async function send(lane: Lane, records: readonly ShippedRecord[], stop: AbortSignal): Promise<void> {
  const control = new AbortController();
  const abort = () => control.abort();
  // The destination has a deadline of its own and knows better what to say.
  const late = setTimeout(abort, lane.timeoutMs + graceMs);
  stop.addEventListener("abort", abort, { once: true });
  const why = () =>
    stop.aborted
      ? "stopped before the records were acknowledged; they are sent again"
      : `nothing was acknowledged within ${lane.timeoutMs / 1000} s`;
  const ended = new Promise<never>((_resolve, reject) => {
    control.signal.addEventListener("abort", () => setImmediate(() => reject(new DeliveryError(why()))));
  });
  const work = async () => {
    const destination = await lane.door();
    control.signal.throwIfAborted();
    await destination.send(records, control.signal);
  };
  try {
    await Promise.race([work(), ended]);
  } finally {
    clearTimeout(late);
    stop.removeEventListener("abort", abort);
  }
}

/** The cursor in memory holds for this process also where the file cannot be written: sending again and again would be worse. */
async function keep(lane: Lane, cursor: Cursor): Promise<Cursor> {
  lane.cursor = cursor;
  try {
    await writeCursor(lane.cursorPath, cursor);
    return cursor;
  } catch (error) {
    lane.cursor = { ...cursor, error: `the cursor cannot be kept: ${messageOf(error)}` };
    return lane.cursor;
  }
}

function taken(cursor: Cursor, { records, next }: Batch): Cursor {
  const last = records.at(-1);
  return {
    origin: cursor.origin,
    seq: last?.record.seq ?? cursor.seq,
    hash: last?.hash ?? cursor.hash,
    at: next,
    pendingSeq: 0,
    attempts: 0,
    retryAt: 0,
    error: "",
    delivered: new Date().toISOString(),
  };
}

function failure(lane: Lane, cursor: Cursor, error: unknown): Cursor {
  const attempts = cursor.attempts + 1;
  const asked = error instanceof DeliveryError ? error.retryAfterMs : null;
  const pause = Math.ceil(pauseAfter(attempts, lane.pauses, asked));
  return { ...cursor, attempts, retryAt: Date.now() + pause, error: lane.shown(messageOf(error)) };
}

function furthest(own: Cursor | null, kept: Cursor): Cursor {
  return own && own.origin === kept.origin && own.seq > kept.seq ? own : kept;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
