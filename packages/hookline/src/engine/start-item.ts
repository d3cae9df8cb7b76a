import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import { faultRun, type Run } from "../contract/run.ts";
import { type Course, noteOnce, runIdOf, spawnOf, type Turn } from "./course.ts";
import { type HookPlace, placeFor } from "./hook-place.ts";
import type { Start } from "./make-call.ts";
import type { Presentation } from "./present.ts";
import { attemptPresentation } from "./present-once.ts";
import { runHook } from "./run-hook.ts";
import type { Spawn } from "./spawn-batch.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";

/** Those who wait for a hook: told how it ran, or that it goes on without being waited for. */
export interface Waiting {
  ended(run: Run): void;
  /** Nothing that a hook does: a mistake of ours. */
  failed(error: unknown): void;
  left(): void;
}

/** Starts one hook as soon as there is a place for it. */
export function startItem(turn: Turn, waiting: Waiting): void {
  const { course, item, leftMs } = turn;
  const { state, scope } = course;
  const signal = item.background ? state.closing.signal : scope.signal;
  const cancelled = () => waiting.ended(stopped(course, faultRun("cancelled", "the call was cancelled")));
  if (leftMs === 0) {
    waiting.ended(faultRun("timeout", "the time of its group was used up before it"));
    return;
  }
  if (signal.aborted) {
    cancelled();
    return;
  }
  const place = placeFor(state, item.hook, item.background);
  if (place.tryEnter()) runInPlace(turn, signal, place, waiting);
  else
    place.enter(signal).then(
      (entered) => (entered ? runInPlace(turn, signal, place, waiting) : cancelled()),
      (error) => waiting.failed(error),
    );
}

function runInPlace(turn: Turn, signal: AbortSignal, place: HookPlace, waiting: Waiting): void {
  const { course } = turn;
  const ended = (run: Run) => {
    place.leave();
    waiting.ended(run);
  };
  try {
    const shown = shownTo(turn);
    if ("end" in shown) ended(shown);
    else
      runHook(course.state, new Started(turn, shown, signal, place, waiting), (run) =>
        ended(stopped(course, run)),
      );
  } catch (error) {
    place.leave();
    waiting.failed(error);
  }
}

/** The event in the words of the hook's dialect; the fault of a hook that cannot be told, or may not be. */
function shownTo({ course, event, dialect, item: { hook } }: Turn): Presentation | Run {
  const { state } = course;
  const distrust = distrustNow(state, event, dialect, hook);
  if (distrust !== null) return faultRun("untrusted", distrust);
  const shown = attemptPresentation(course, state, event, dialect);
  if (shown instanceof Error) {
    const detail = `the event could not be said in the words of ${dialect.title}: ${shown.message}`;
    return faultRun("resource", detail);
  }
  noteOnce(course, hook, shown.notes);
  return shown;
}

/** What was approved when the event was planned may have changed while the hook waited for its turn. */
function distrustNow(state: EngineState, event: Event, dialect: Dialect, hook: ApprovedHook): string | null {
  if (state.runners.get(hook.type)?.policy) return null;
  return state.trust.distrustNow(hook, startFolder(state, event, hook, dialect));
}

/** A hook that was cancelled because the event's budget ran out did not answer in time. */
function stopped({ scope }: Course, run: Run): Run {
  if (!scope.outOfTime || run.end.kind !== "fault" || run.end.fault !== "cancelled") return run;
  const detail = `the event's budget of ${scope.budgetMs / 1000} s ran out`;
  return { ...run, end: { kind: "fault", fault: "timeout", detail } };
}

class Started implements Start {
  readonly #turn: Turn;
  readonly #place: HookPlace;
  readonly #waiting: Waiting;
  readonly began = performance.now();
  readonly event: Event;
  readonly hook: ApprovedHook;
  readonly dialect: Dialect;
  readonly presentation: Presentation;
  readonly signal: AbortSignal;
  readonly background: boolean;
  readonly deadlineMs: number;

  constructor(
    turn: Turn,
    presentation: Presentation,
    signal: AbortSignal,
    place: HookPlace,
    waiting: Waiting,
  ) {
    const { event, dialect, item, leftMs } = turn;
    const { timeoutMs } = item.hook;
    this.#turn = turn;
    this.#place = place;
    this.#waiting = waiting;
    this.event = event;
    this.hook = item.hook;
    this.dialect = dialect;
    this.presentation = presentation;
    this.signal = signal;
    this.background = item.background;
    this.deadlineMs = leftMs === null ? timeoutMs : Math.min(timeoutMs, leftMs);
  }

  get runId(): string {
    return runIdOf(this.event, this.#turn.item.order, this.#turn.course.secondLook);
  }

  spawn(...given: Parameters<Spawn>): ReturnType<Spawn> {
    return spawnOf(this.#turn.course, this.background)(...given);
  }

  onAsync(): void {
    // What nobody waits for must not keep a guard waiting either.
    this.#place.leave();
    this.#waiting.left();
  }

  note(text: string): void {
    noteOnce(this.#turn.course, this.hook, [text]);
  }
}
