import type { ProcessEnd, ProcessFacts } from "../../../contract/process.ts";
import type { WorkerAsk, WorkerSpec } from "../../../contract/worker.ts";
import type { Watchdog } from "../watchdog.ts";
import { changedVariables, idAtStart, readWorkerLine, workerLine } from "./answer.ts";
import type { Flight } from "./flight.ts";
import { createFlights } from "./flights.ts";
import { createGreeting, type Greeting } from "./greeting.ts";
import { createLineSplitter } from "./lines.ts";
import { startWorkerProcess } from "./worker-process.ts";

/** The longest line that is read. */
const cap = 1_048_576;
/** How long a process that has nothing to answer may take to end after its input has. */
const lingerMs = 500;
/** How long one that has closed a stream is given to end by itself. */
const cutMs = 100;

/** One process of a worker, and the events that it was given. */
export interface Generation {
  /** How many events it has answered. */
  readonly answered: number;
  /** True while it still has to say that it is a worker. */
  readonly greeting: boolean;
  readonly inFlight: number;
  holds(flight: Flight): boolean;
  send(flight: Flight): void;
  /** Treats a process that has not greeted as an ordinary command: it gets the event, and the end of its input. */
  runOnce(flight: Flight): void;
  /** Gives up on an event; its answer is ignored when it comes. */
  drop(flight: Flight): void;
  /** Lets it answer what it has, and ends it. */
  retire(): void;
  /** Ends it with all that it runs; what it has in flight ends as the last `ended` says. */
  stop(): void;
}

/** How a process ended. */
export interface GenerationEnd {
  readonly end: ProcessEnd;
  readonly unanswered: readonly Flight[];
  /** What it wrote to stderr since an event was sent. */
  stderrSince(flight: Flight): string;
  /** The facts of the command that it was, if it never said that it is a worker; `late` if it did too late. */
  readonly once: { readonly facts: ProcessFacts; readonly late: boolean } | null;
}

/** Who is told of a process: that it greets, and how it ended. */
export interface GenerationListener {
  greeted(): void;
  ended(end: GenerationEnd): void;
}

/** Starts a process for a worker. */
export function openGeneration(
  spec: WorkerSpec,
  ask: Pick<WorkerAsk, "variables" | "env">,
  watchdog: Watchdog,
  listener: GenerationListener,
): Generation {
  const flights = createFlights();
  const splitter = createLineSplitter(cap, takeLine, takeLong);
  let serial = 0;
  let answered = 0;
  let greeting: Greeting | null = spec.greets ? createGreeting() : null;
  let runsOnce = false;
  const startedAt = performance.now();
  let retired = false;
  let linger: NodeJS.Timeout | undefined;
  let cutOff: NodeJS.Timeout | undefined;
  let lastEnd: ProcessEnd | null = null;
  let notes = "";
  // What is of the first event must not stay for all others.
  const { HOOKLINE_EVENT: _, HOOKLINE_EVENT_ID: __, ...standing } = ask.variables;
  const { HOOKLINE_EVENT: ___, HOOKLINE_EVENT_ID: ____, ...env } = ask.env();
  const process = startWorkerProcess(spec, { ...env, ...standing, HOOKLINE_WORKER: "1" }, watchdog, {
    stdout(chunk) {
      if (greeting) greet(greeting, chunk);
      else splitter.add(chunk);
    },
    stderr: (chunk) => greeting?.addError(chunk),
    cut(stream) {
      // What runs as a command may close what it likes; a worker without it answers nothing any more.
      if (greeting || cutOff) return;
      cutOff = setTimeout(() => process.stop(spec.graceMs, `the worker closed its ${stream}`), cutMs);
    },
    ended(end, left) {
      lastEnd = end;
      splitter.end();
      clearTimeout(linger);
      clearTimeout(cutOff);
      const facts = greeting?.facts(end, left, performance.now() - startedAt);
      const once = greeting && facts ? { facts, late: greeting.greeted } : null;
      listener.ended({ end, unanswered: flights.all(), stderrSince: said, once });
    },
  });

  function greet(to: Greeting, chunk: Uint8Array): void {
    const rest = to.add(chunk);
    if (rest === null || runsOnce) return;
    greeting = null;
    splitter.add(rest);
    listener.greeted();
  }

  const said = (flight: Flight) => notes + process.stderrSince(flight.sent?.stderrMark ?? 0);

  function takeLine(text: string): void {
    const line = readWorkerLine(text);
    // Half a line at the end: its exit code says more.
    if (line.kind === "broken" && lastEnd?.kind === "exit" && lastEnd.code !== 0) return;
    // What greets without being asked to says nothing new.
    if (line.kind === "greeting") return;
    if (line.kind === "noise") {
      if (text.trim() !== "") remark(`on stdout: ${text.slice(0, 200)}`);
    } else {
      const id = line.id ?? flights.only;
      const flight = id === null ? undefined : flights.get(id);
      if (id === null || !flight) {
        const whose =
          line.id === null ? "no id, and several events wait" : `the id ${line.id}, which does not wait`;
        remark(
          `ignored: a line with ${flights.size === 0 && line.id === null ? "no id, and no event waits" : whose}`,
        );
      } else if (line.kind === "answer") settle(id, flight, { kind: "answer", answer: line.answer });
      else settle(id, flight, { kind: "fault", fault: "malformed", detail: line.detail });
    }
  }

  function takeLong(start: string): void {
    const id = idAtStart(start) ?? flights.only;
    const flight = id === null ? undefined : flights.get(id);
    const detail = `the answer is a line of more than ${cap} bytes`;
    if (id === null || !flight) remark(`ignored: ${detail}`);
    else settle(id, flight, { kind: "fault", fault: "oversized", detail });
  }

  function settle(id: number, flight: Flight, end: Parameters<Flight["settle"]>[0]): void {
    flights.remove(id);
    if (lastEnd === null || end.kind === "answer") answered++;
    const stderr = said(flight);
    notes = "";
    flight.settle(end, stderr);
    wane();
  }

  /** What nobody waits for is told with the next event that ends. */
  function remark(text: string): void {
    if (notes.length < 2_000) notes += `worker: ${text}\n`;
  }

  /** A process that is to end and has nothing left to answer gets a moment to do so. */
  function wane(): void {
    if (!retired || flights.size > 0 || linger) return;
    linger = setTimeout(() => process.stop(spec.graceMs), lingerMs);
  }

  return {
    get answered() {
      return answered;
    },
    get greeting() {
      return greeting !== null;
    },
    get inFlight() {
      return flights.size;
    },
    holds: (flight) => flights.all().includes(flight),
    send(flight) {
      const id = ++serial;
      flights.add(id, flight);
      flight.sent = { answered, stderrMark: process.stderrMark() };
      process.send(workerLine(id, changedVariables(flight.ask.variables, standing), flight.ask.event));
    },
    runOnce(flight) {
      runsOnce = true;
      flights.add(++serial, flight);
      flight.sent = { answered, stderrMark: 0 };
      process.letGo();
      process.send(flight.ask.event);
      process.endInput();
    },
    drop(flight) {
      flights.drop(flight);
      wane();
    },
    retire() {
      if (retired) return;
      retired = true;
      process.endInput();
      wane();
    },
    stop: () => process.stop(spec.graceMs),
  };
}
