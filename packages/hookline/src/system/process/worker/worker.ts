import type { WorkerAsk, WorkerFacts, WorkerSpec } from "../../../contract/worker.ts";
import { isShortage } from "../spawn-failure.ts";
import type { Watchdog } from "../watchdog.ts";
import { createDeadlines } from "./deadlines.ts";
import { followFiles, mayGreet, type WorkerFiles } from "./files.ts";
import { type Flight, openFlight } from "./flight.ts";
import { type Generation, type GenerationEnd, openGeneration } from "./generation.ts";
import { createPatience, endOfWorker, howItEnded } from "./patience.ts";

/** The process behind one hook, whichever it is at the moment. */
export interface Worker {
  ask(spec: WorkerSpec, ask: WorkerAsk): Promise<WorkerFacts>;
  begin(spec: WorkerSpec, ask: Pick<WorkerAsk, "variables" | "env" | "distrust">): void;
  /** True while it has an event. */
  readonly busy: boolean;
  close(): Promise<void>;
}

const late = { kind: "fault", fault: "timeout", detail: "the deadline passed" } as const;
const cancel = { kind: "fault", fault: "cancelled", detail: "the call was cancelled" } as const;

/** Makes a worker; its process is started by the first event, and again after its end. */
export function createWorker(watchdog: Watchdog): Worker {
  const patience = createPatience();
  const deadlines = createDeadlines();
  const alive = new Set<Generation>();
  let queue: Flight[] = [];
  let current: Generation | null = null;
  let files: WorkerFiles | null = null;
  let known: WorkerSpec | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed: (() => void) | null = null;

  /** Looks whether what the worker is made of has changed; then all that was known of it is forgotten. */
  function look(spec: WorkerSpec): void {
    known = spec;
    if (files === null) files = followFiles(() => known?.files() ?? []);
    else if (files.haveChanged(performance.now())) {
      patience.forget();
      current?.retire();
      current = null;
    } else return;
    if (spec.greets && !mayGreet(spec.argv, files.paths)) patience.isPlain();
  }

  function start(spec: WorkerSpec, ask: Pick<WorkerAsk, "variables" | "env">, deadlineMs: number): void {
    const generation = openGeneration(spec, ask, watchdog, {
      greeted: pump,
      ended: (end) => ended(generation, end),
    });
    alive.add(generation);
    current = generation;
    if (spec.greets) timer = setTimeout(() => ungreeted(generation), patience.greetingMs(deadlineMs));
  }

  function pump(): void {
    while (queue.length > 0 && known) {
      if (current?.greeting) return;
      if (current) {
        clearTimeout(timer);
        for (const flight of queue.splice(0)) current.send(flight);
        return;
      }
      const waitMs = patience.waitMs();
      if (waitMs > 0) {
        clearTimeout(timer);
        timer = setTimeout(pump, waitMs);
        return;
      }
      const [first] = queue;
      const why = first?.ask.distrust() ?? null;
      if (why !== null) queue.shift()?.settle({ kind: "fault", fault: "untrusted", detail: why });
      else if (first) start(known, first.ask, first.leftMs());
    }
  }

  /** It had its time to say that it is a worker: it is given one event as a command would be. */
  function ungreeted(generation: Generation): void {
    if (current !== generation || !generation.greeting) return;
    current = null;
    const first = queue.shift();
    if (first) generation.runOnce(first);
    else generation.stop();
    settleAll({ kind: "plain" });
  }

  function ended(generation: Generation, given: GenerationEnd): void {
    const { end, unanswered, stderrSince, once } = given;
    alive.delete(generation);
    const wasCurrent = current === generation;
    if (wasCurrent) current = null;
    if (once) {
      // One that ended at once has run as a command for the event that started it.
      const flight = unanswered[0] ?? (wasCurrent ? queue.shift() : undefined);
      if (end.kind === "unstarted") {
        flight?.settle(endOfWorker(end));
        patience.died(false, howItEnded(end, ""));
      } else {
        const timedOut = end.kind === "cancelled" && flight?.overdue;
        const facts = timedOut ? { ...once.facts, end: { kind: "timeout" as const } } : once.facts;
        flight?.settle({ kind: "ran", facts }, "", patience.ranOnce(once.late, flight.settled));
      }
      if (wasCurrent) settleAll({ kind: "plain" });
    } else {
      const isShort = end.kind === "unstarted" && isShortage(end.code);
      const said = unanswered[0] ? stderrSince(unanswered[0]) : "";
      // A blocking exit is an answer, too.
      const good =
        generation.answered > 0 || (end.kind === "exit" && end.code === 2 && unanswered.length > 0);
      if (wasCurrent && !isShort) patience.died(good, howItEnded(end, said));
      else if (isShort) patience.short();
      for (const flight of unanswered) {
        if (isShort && !flight.settled) {
          flight.sent = null;
          queue.push(flight);
        } else flight.settle(flight.overdue ? late : endOfWorker(end), stderrSince(flight));
      }
    }
    const hopeless = patience.refusal();
    if (hopeless !== null) settleAll({ kind: "fault", fault: "crash", detail: hopeless });
    pump();
    if (alive.size === 0) closed?.();
  }

  function settleAll(end: Parameters<Flight["settle"]>[0]): void {
    for (const flight of queue.splice(0)) flight.settle(end);
  }

  function passed(flight: Flight): void {
    const generation = holderOf(flight);
    if (!generation) {
      queue = queue.filter((one) => one !== flight);
      flight.settle({
        ...late,
        detail: `the deadline passed before the worker could be asked${patience.because()}`,
      });
    } else if (generation.answered > (flight.sent?.answered ?? 0)) {
      generation.drop(flight);
      flight.settle(late);
    } else {
      // Nothing came since it was asked: it hangs. The event ends when the process has.
      generation.stop();
      if (current !== generation) return;
      current = null;
      patience.died(generation.answered > 0, "it hung and was stopped");
      pump();
    }
  }

  function cancelled(flight: Flight): void {
    queue = queue.filter((one) => one !== flight);
    const generation = holderOf(flight);
    // A command must not outlive its event.
    if (generation?.greeting) generation.stop();
    else generation?.drop(flight);
    flight.settle(cancel);
  }

  function holderOf(flight: Flight): Generation | undefined {
    return flight.sent === null ? undefined : [...alive].find((one) => one.holds(flight));
  }

  return {
    get busy() {
      return queue.length > 0 || [...alive].some(({ inFlight }) => inFlight > 0);
    },
    ask(spec, ask) {
      return new Promise((told) => {
        look(spec);
        const flight = openFlight(ask, told, deadlines, passed, cancelled);
        const hopeless = patience.refusal();
        if (closed || ask.signal.aborted) flight.settle(cancel);
        else if (patience.plain) flight.settle({ kind: "plain" }, "", patience.tellPlain());
        else if (hopeless !== null) flight.settle({ kind: "fault", fault: "crash", detail: hopeless });
        else {
          queue.push(flight);
          pump();
        }
      });
    },
    begin(spec, ask) {
      if (closed) return;
      look(spec);
      if (current || patience.plain || patience.refusal() !== null || ask.distrust() !== null) return;
      start(spec, ask, Number.POSITIVE_INFINITY);
    },
    close() {
      return new Promise((resolve) => {
        clearTimeout(timer);
        closed = resolve;
        settleAll(cancel);
        deadlines.close();
        current = null;
        for (const generation of alive) generation.retire();
        if (alive.size === 0) resolve();
      });
    },
  };
}
