import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { ApprovedHook, Hook } from "../contract/hook.ts";
import { type Outcome, outcome } from "../contract/outcome.ts";
import type { Plan, PlanItem } from "../contract/plan.ts";
import { faultRun, type Run } from "../contract/run.ts";
import type { Heard } from "../pipeline/heard.ts";
import { interpret } from "../pipeline/interpret.ts";
import { leaveInBackground } from "./background.ts";
import type { FireScope } from "./fire-scope.ts";
import { placeFor } from "./hook-place.ts";
import { attemptPresentation, type PresentedOnce } from "./present-once.ts";
import { runHook } from "./run-hook.ts";
import { createSpawnBatch, type Spawn } from "./spawn-batch.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";
import { tellResponse } from "./trace-story.ts";

/** What the hooks of one event share. */
export interface Course extends PresentedOnce {
  readonly state: EngineState;
  readonly event: Event;
  readonly scope: FireScope;
  /** How many hooks start at once and are waited for. */
  readonly starters: number;
  /** Made for the first command, since many events start none. */
  spawnAhead: Spawn | null;
  spawnBehind: Spawn | null;
  readonly secondLook: boolean;
  readonly startBackground: boolean;
  readonly skips: Plan["skips"][number][];
  readonly notes: Plan["notes"][number][];
  /** What of each dialect runs behind one after the other, and when the last of it has ended. */
  queues: Map<string, Promise<unknown>> | null;
}

/** What was heard of a hook, and its place in configuration order. */
export type Placed = Heard & { readonly order: number };

/** Runs one hook of a plan, or leaves it in the background, and says what was heard of it. */
export function runItem(
  course: Course,
  event: Event,
  dialect: Dialect,
  item: PlanItem,
  strand: number,
  leftMs: number | null,
): Promise<Placed> {
  const { hook, order } = item;
  const { state, secondLook } = course;
  const runId = runIdOf(event, order, secondLook);
  const place = (run: Run | null, said: Outcome, background: boolean, trusted: boolean): Placed => {
    return { hook, dialect, strand, order, background, trusted, secondLook, run, outcome: said };
  };
  const ended = (one: Placed): Placed => {
    tellResponse(state, event, one, runId, false);
    return one;
  };
  if (item.kind === "fault") {
    const run = faultRun(item.fault.kind, item.fault.detail);
    return Promise.resolve(ended(place(run, outcome({ fault: item.fault }), false, true)));
  }
  const behind = (running: Promise<Run> | null): Placed => {
    if (running) leaveInBackground(state, event, hook, dialect, runId, running);
    return place(null, outcome(), true, item.trusted);
  };
  if (item.background) {
    const start = () => startItem(course, event, dialect, item, runId, leftMs, () => {});
    return Promise.resolve(behind(course.startBackground ? inTurn(course, dialect, hook, start) : null));
  }
  return new Promise((settle, fail) => {
    let left = false;
    const running = startItem(course, event, dialect, item, runId, leftMs, () => {
      if (left) return;
      left = true;
      queueMicrotask(() => settle(behind(running)));
    });
    running
      .then((run) => {
        if (!left) settle(ended(place(run, interpret(event, hook, dialect, run), false, item.trusted)));
      })
      .catch(fail);
  });
}

function runIdOf({ id }: Event, order: number, secondLook: boolean): string {
  return `${id}/${order + 1}${secondLook ? "/again" : ""}`;
}

/** Where hooks run one after the other, those that the host does not wait for do so too; one that asked for it itself goes alone. */
function inTurn(course: Course, dialect: Dialect, hook: Hook, start: () => Promise<Run>): Promise<Run> {
  if (dialect.order !== "sequential" || hook.background) return start();
  course.queues ??= new Map();
  const before = course.queues.get(dialect.name);
  const running = before ? before.then(start, start) : start();
  course.queues.set(dialect.name, running);
  return running;
}

async function startItem(
  course: Course,
  event: Event,
  dialect: Dialect,
  item: PlanItem & { kind: "run" },
  runId: string,
  leftMs: number | null,
  onAsync: () => void,
): Promise<Run> {
  const { state, scope } = course;
  const { hook, background } = item;
  const signal = background ? state.closing.signal : scope.signal;
  if (leftMs === 0) return faultRun("timeout", "the time of its group was used up before it");
  const place = placeFor(state, hook, background);
  if (signal.aborted || (!place.tryEnter() && !(await place.enter(signal)))) {
    return stopped(course, faultRun("cancelled", "the call was cancelled"));
  }
  try {
    const distrust = distrustNow(state, event, dialect, hook);
    if (distrust !== null) return faultRun("untrusted", distrust);
    const presentation = attemptPresentation(course, state, event, dialect);
    if (presentation instanceof Error) {
      const { message } = presentation;
      return faultRun("resource", `the event could not be said in the words of ${dialect.title}: ${message}`);
    }
    noteOnce(course, hook, presentation.notes);
    const run = await runHook(state, {
      runId,
      event,
      hook,
      dialect,
      presentation,
      spawn: (command, bytes, onOutput) => spawnOf(course, background)(command, bytes, onOutput),
      signal,
      background,
      deadlineMs: leftMs === null ? hook.timeoutMs : Math.min(hook.timeoutMs, leftMs),
      onAsync() {
        // What nobody waits for must not keep a guard waiting either.
        place.leave();
        onAsync();
      },
      note: (text) => noteOnce(course, hook, [text]),
    });
    return stopped(course, run);
  } finally {
    place.leave();
  }
}

/** What was approved when the event was planned may have changed while the hook waited for its turn. */
function distrustNow(state: EngineState, event: Event, dialect: Dialect, hook: ApprovedHook): string | null {
  if (state.runners.get(hook.type)?.policy) return null;
  return state.trust.distrustNow(hook, startFolder(state, event, hook, dialect));
}

/** The person is told once what several hooks were given. */
function noteOnce({ notes }: Course, hook: Hook, texts: readonly string[]): void {
  for (const text of texts) if (!notes.some((note) => note.text === text)) notes.push({ hook, text });
}

/** Starts commands together; what nobody waits for is apart, since only closing the engine stops it. */
function spawnOf(course: Course, background: boolean): Spawn {
  const { state, event, scope, starters } = course;
  if (background) {
    course.spawnBehind ??= createSpawnBatch(state.host, event.id, state.closing.signal, 1);
    return course.spawnBehind;
  }
  course.spawnAhead ??= createSpawnBatch(state.host, event.id, scope.signal, starters);
  return course.spawnAhead;
}

/** A hook that was cancelled because the event's budget ran out did not answer in time. */
function stopped({ scope }: Course, run: Run): Run {
  if (!scope.outOfTime || run.end.kind !== "fault" || run.end.fault !== "cancelled") return run;
  const detail = `the event's budget of ${scope.budgetMs / 1000} s ran out`;
  return { ...run, end: { kind: "fault", fault: "timeout", detail } };
}
