import { faultRun, type Run } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import { type Deadline, setDeadline } from "../system/deadlines.ts";
import { type Due, notSoon, soon } from "../system/soon.ts";

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
export function race<T>(call: Limits, work: (signal: AbortSignal) => T | PromiseLike<T>): Promise<Raced<T>> {
  return raceLazily(call, (signal) => work(signal()));
}

/**
 * Like `race`, for work that may never ask for its signal: to make one takes longer than most functions do. The clock is set, and the
 * caller's signal listened to, in the next turn of the loop; what has ended by then needs neither.
 */
export function raceLazily<T>(call: Limits, work: Work<T>): Promise<Raced<T>> {
  return new Promise((settle) => startRace(call, work, settle));
}

/** The same for those who want no promise of it; `settle` is called once, and must not throw. */
export function startRace<T>(call: Limits, work: Work<T>, settle: (raced: Raced<T>) => void): void {
  new Race(call, settle).begin(work);
}

/** When a race began, by the clock of `performance`, is now if the call does not say. */
type Limits = Pick<Call, "signal" | "deadlineMs"> & { readonly began?: number };
type Work<T> = (signal: () => AbortSignal) => T | PromiseLike<T>;

/** One race; settles once. */
class Race<T> implements Due {
  readonly #call: Limits;
  readonly #settle: (raced: Raced<T>) => void;
  readonly #started: number;
  #over = false;
  #controller: AbortController | null = null;
  #aborted: { readonly reason: unknown } | null = null;
  #onAbort: (() => void) | null = null;
  #deadline: Deadline | null = null;

  constructor(call: Limits, settle: (raced: Raced<T>) => void) {
    this.#call = call;
    this.#settle = settle;
    this.#started = call.began ?? performance.now();
  }

  begin(work: Work<T>): void {
    if (this.#call.signal.aborted) {
      this.#cancel();
      return;
    }
    soon(this);
    try {
      const given = work(() => this.#signal());
      // Both ends are handled here for good, so that a rejection after the deadline is never unhandled.
      if (isThenable(given))
        Promise.resolve(given).then(
          (value) => this.#done(value),
          (error) => this.#failed(error),
        );
      else this.#done(given);
    } catch (error) {
      this.#failed(error);
    }
  }

  due(): void {
    if (this.#call.signal.aborted) {
      this.#cancel();
      return;
    }
    this.#listen();
    const { deadlineMs } = this.#call;
    const late = () => this.#stop("timeout", `no answer within ${deadlineMs / 1000} s`);
    this.#deadline = setDeadline(deadlineMs - this.#elapsed(), late);
  }

  #elapsed(): number {
    return performance.now() - this.#started;
  }

  #signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    this.#controller = new AbortController();
    if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    else if (!this.#over) this.#listen();
    return this.#controller.signal;
  }

  #listen(): void {
    if (this.#onAbort) return;
    // Not assigned as it is made: the machine takes such a function for one that lives for ever, and keeps all that it can reach.
    const cancel = () => this.#cancel();
    this.#onAbort = cancel;
    this.#call.signal.addEventListener("abort", cancel, { once: true });
  }

  #cancel(): void {
    this.#stop("cancelled", "the call was cancelled");
  }

  #stop(kind: "timeout" | "cancelled", message: string): void {
    if (this.#end()) this.#settle({ kind, message, durationMs: this.#elapsed() });
    this.#abort(new DOMException(message, kind === "timeout" ? "TimeoutError" : "AbortError"));
  }

  #done(value: T): void {
    if (!this.#end()) return;
    const abort = (reason: unknown) => this.#abort(reason);
    this.#settle({ kind: "value", value, abort, durationMs: this.#elapsed() });
  }

  #failed(error: unknown): void {
    if (this.#end()) this.#settle({ kind: "threw", message: messageOf(error), durationMs: this.#elapsed() });
  }

  #abort(reason: unknown): void {
    this.#aborted ??= { reason };
    this.#controller?.abort(reason);
  }

  /** False if it was over already. */
  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    notSoon(this);
    this.#deadline?.clear();
    if (this.#onAbort) this.#call.signal.removeEventListener("abort", this.#onAbort);
    return true;
  }
}

function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return "then" in value && typeof value.then === "function";
}

/** The run of work that gave no value; what was thrown is a crash. */
export function faultOfRace(raced: Exclude<Raced<unknown>, { kind: "value" }>): Run {
  return faultRun(raced.kind === "threw" ? "crash" : raced.kind, raced.message, raced.durationMs);
}

/** A sentence for anything that was thrown; never throws itself. */
export function messageOf(error: unknown): string {
  try {
    if (error instanceof Error) {
      // Whoever throws may have put anything there.
      const { message, name }: { readonly message: unknown; readonly name: unknown } = error;
      const said = message || name;
      return typeof said === "string"
        ? said
        : `threw an error that says ${JSON.stringify(said) ?? String(said)}`;
    }
    return `threw ${typeof error === "string" ? error : (JSON.stringify(error) ?? String(error))}`;
  } catch {
    return "threw something that cannot be shown";
  }
}
