import { faultRun, type Run } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";

/** What came first: the work's value or error, the deadline, or the caller's cancellation. */
export type Raced<T> = { readonly durationMs: number } & (
  | {
      readonly kind: "value";
      readonly value: T;
      /** Aborts the work's signal, for work that goes on after its value. */
      readonly abort: (reason: unknown) => void;
    }
  | { readonly kind: "threw"; readonly message: string }
  | { readonly kind: "timeout" | "cancelled"; readonly message: string }
);

/** Runs work in this process within a call's time; never rejects, and the work's signal aborts when it is out of time. */
export function race<T>(
  call: Pick<Call, "signal" | "deadlineMs">,
  work: (signal: AbortSignal) => T | PromiseLike<T>,
): Promise<Raced<T>> {
  const started = performance.now();
  return new Promise((resolve) => {
    const controller = new AbortController();
    const elapsed = () => performance.now() - started;
    const release = () => {
      clearTimeout(timer);
      call.signal.removeEventListener("abort", onAbort);
    };
    const stop = (kind: "timeout" | "cancelled", message: string) => {
      release();
      resolve({ kind, message, durationMs: elapsed() });
      controller.abort(new DOMException(message, kind === "timeout" ? "TimeoutError" : "AbortError"));
    };
    const onAbort = () => stop("cancelled", "the call was cancelled");
    const onTime = () => stop("timeout", `no answer within ${call.deadlineMs / 1000} s`);
    const timer = setTimeout(onTime, call.deadlineMs);
    if (call.signal.aborted) return onAbort();
    call.signal.addEventListener("abort", onAbort, { once: true });
    // Both ends are handled here for good, so that a rejection after the deadline is never unhandled.
    begin(work, controller.signal).then(
      (value) => {
        release();
        const abort = (reason: unknown) => controller.abort(reason);
        resolve({ kind: "value", value, abort, durationMs: elapsed() });
      },
      (error) => {
        release();
        resolve({ kind: "threw", message: messageOf(error), durationMs: elapsed() });
      },
    );
  });
}

/** The run of work that gave no value; what was thrown is a crash. */
export function faultOfRace(raced: Exclude<Raced<unknown>, { kind: "value" }>): Run {
  return faultRun(raced.kind === "threw" ? "crash" : raced.kind, raced.message, raced.durationMs);
}

/** A sentence for anything that was thrown; never throws itself. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) return error.message || error.name;
    return `threw ${typeof error === "string" ? error : (JSON.stringify(error) ?? String(error))}`;
  } catch {
    return "threw something that cannot be shown";
  }
}

async function begin<T>(work: (signal: AbortSignal) => T | PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return await work(signal);
}
