import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import { nothingSaid, type Outcome, outcome } from "../contract/outcome.ts";
import type { PlanItem } from "../contract/plan.ts";
import { faultRun, type Run } from "../contract/run.ts";
import type { Heard } from "../pipeline/heard.ts";
import { interpret } from "../pipeline/interpret.ts";
import { leaveInBackground } from "./background.ts";
import { type Course, runIdOf, type Turn } from "./course.ts";
import { startItem, type Waiting } from "./start-item.ts";
import { tellResponse } from "./trace-story.ts";

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
  if (item.kind === "fault") {
    const { fault } = item;
    const broken = placed(
      course,
      item,
      dialect,
      strand,
      faultRun(fault.kind, fault.detail),
      outcome({ fault }),
    );
    return Promise.resolve(told(course, event, broken));
  }
  const turn = { course, event, dialect, item, leftMs };
  if (item.background) {
    if (course.startBackground) leave(turn, inTurn(turn));
    return Promise.resolve(behind(turn, strand));
  }
  return new Promise((settle, fail) => startItem(turn, new Awaited(turn, strand, settle, fail)));
}

/** The wait for one hook, which ends when the hook does or leaves. */
class Awaited implements Waiting {
  readonly #turn: Turn;
  readonly #strand: number;
  readonly #settle: (one: Placed) => void;
  readonly #fail: (error: unknown) => void;
  /** Told how a hook ran that has left. */
  #later: ((run: Run) => void) | null = null;

  constructor(turn: Turn, strand: number, settle: (one: Placed) => void, fail: (error: unknown) => void) {
    this.#turn = turn;
    this.#strand = strand;
    this.#settle = settle;
    this.#fail = fail;
  }

  ended(run: Run): void {
    if (this.#later) this.#later(run);
    else this.#hear(run);
  }

  #hear(run: Run): void {
    const { course, event, dialect, item } = this.#turn;
    try {
      const said = interpret(event, item.hook, dialect, run);
      this.#settle(told(course, event, placed(course, item, dialect, this.#strand, run, said)));
    } catch (error) {
      this.#fail(error);
    }
  }

  failed(error: unknown): void {
    this.#fail(error);
  }

  left(): void {
    if (this.#later) return;
    const running = new Promise<Run>((ended) => {
      this.#later = ended;
    });
    leave(this.#turn, running);
    this.#settle(behind(this.#turn, this.#strand));
  }
}

function placed(
  { secondLook }: Course,
  item: PlanItem,
  dialect: Dialect,
  strand: number,
  run: Run | null,
  said: Outcome,
): Placed {
  const { hook, order } = item;
  const background = run === null;
  const trusted = item.kind === "fault" || item.trusted;
  return { hook, dialect, strand, order, background, trusted, secondLook, run, outcome: said };
}

/** What is heard of a hook that nobody waits for. */
function behind({ course, dialect, item }: Turn, strand: number): Placed {
  return placed(course, item, dialect, strand, null, nothingSaid);
}

function told({ state, secondLook }: Course, event: Event, one: Placed): Placed {
  if (state.notices.wanted) tellResponse(state, event, one, runIdOf(event, one.order, secondLook), false);
  return one;
}

function leave({ course, event, dialect, item }: Turn, running: Promise<Run>): void {
  const runId = runIdOf(event, item.order, course.secondLook);
  leaveInBackground(course.state, event, item.hook, dialect, runId, running);
}

/** Where hooks run one after the other, those that the host does not wait for do so too; one that asked for it itself goes alone. */
function inTurn(turn: Turn): Promise<Run> {
  const { course, dialect, item } = turn;
  const start = () => new Promise<Run>((ended, failed) => startItem(turn, { ended, failed, left: () => {} }));
  if (dialect.order !== "sequential" || item.hook.background) return start();
  course.queues ??= new Map();
  const before = course.queues.get(dialect.name);
  const running = before ? before.then(start, start) : start();
  course.queues.set(dialect.name, running);
  return running;
}
