import type { ProcessEnd } from "../../../contract/process.ts";
import type { WorkerEnd } from "../../../contract/worker.ts";
import { isShortage } from "../spawn-failure.ts";

/** What is remembered of a worker's failures, and what follows from them. */
export interface Patience {
  /** How long nothing may be started. */
  waitMs(): number;
  /** Why it waits, as the end of a sentence. */
  because(): string;
  /** Why it is not tried at all, or null. */
  refusal(): string | null;
  /** It is no worker. */
  readonly plain: boolean;
  isPlain(): void;
  /** What the person is told of what is no worker, once. */
  tellPlain(): string | null;
  died(answered: boolean, how: string): void;
  /** The machine was short of something. */
  short(): void;
  /** It ran as a command; gives what the person is told, once. */
  ranOnce(late: boolean, settled: boolean): string | null;
  /** How long it may take to say that it is a worker. */
  greetingMs(deadlineMs: number): number;
  forget(): void;
}

const firstPauseMs = 100;
const mostDeaths = 3;
const coolDownMs = 60_000;
const greetingMs = 1_000;

const noWorker =
  '"worker": true has no effect: nothing in it says that it is a worker. Write it with our helpers ("hookline helper", or defineHook of hookline/hook), or let it print {"hookline_worker":1} first and answer each line of stdin with one';
const lateWorker =
  "it said too late that it is a worker, and ran once as a command: it gets more time the next time";

/** Begins with nothing known. */
export function createPatience(): Patience {
  let deaths = 0;
  let last = "";
  let notBefore = 0;
  let plain = false;
  let told = false;
  let slowness = 1;
  const tell = (text: string) => {
    const note = told ? null : text;
    told = true;
    return note;
  };
  const patience: Patience = {
    waitMs: () => Math.max(0, Math.ceil(notBefore - performance.now())),
    because: () => (last === "" ? "" : `: before, ${last}`),
    refusal() {
      if (deaths < mostDeaths) return null;
      const restMs = patience.waitMs();
      if (restMs > 0) {
        const seconds = Math.ceil(restMs / 1000);
        return `it died ${mostDeaths} times in a row without an answer (${last}): it is not started again for ${seconds} s, or until its files change`;
      }
      // One more try: if that fails too, it waits again.
      deaths = mostDeaths - 1;
      return null;
    },
    get plain() {
      return plain;
    },
    isPlain() {
      plain = true;
    },
    tellPlain: () => tell(noWorker),
    died(answered, how) {
      last = how;
      deaths = answered ? 0 : deaths + 1;
      const pauseMs = deaths === 0 ? 0 : deaths < mostDeaths ? firstPauseMs * 2 ** (deaths - 1) : coolDownMs;
      notBefore = performance.now() + pauseMs;
    },
    short() {
      last = "the machine was short of something";
      notBefore = performance.now() + firstPauseMs;
    },
    ranOnce(late, settled) {
      plain = !late;
      slowness = late ? slowness * 4 : slowness;
      return settled ? null : tell(late ? lateWorker : noWorker);
    },
    greetingMs: (deadlineMs) => Math.min(greetingMs * slowness, deadlineMs / 4),
    forget() {
      deaths = 0;
      last = "";
      notBefore = 0;
      plain = false;
      told = false;
      slowness = 1;
    },
  };
  return patience;
}

/** What an event ends with whose process has ended. */
export function endOfWorker(end: ProcessEnd): WorkerEnd {
  switch (end.kind) {
    case "unstarted":
      return { kind: "fault", fault: isShortage(end.code) ? "resource" : "spawn", detail: end.message };
    case "exit":
      if (end.code !== 0) return { kind: "exit", code: end.code };
      return { kind: "fault", fault: "crash", detail: "the worker ended before it had answered" };
    case "signal":
      return { kind: "fault", fault: "crash", detail: `the worker was ended by ${end.signal}` };
    case "lost":
      return { kind: "fault", fault: "crash", detail: end.message };
    default:
      return { kind: "fault", fault: "crash", detail: "the worker was stopped: it had not answered in time" };
  }
}

/** How a process ended, in words. */
export function howItEnded(end: ProcessEnd, stderr: string): string {
  const said = stderr.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
  const how =
    end.kind === "exit"
      ? `exit code ${end.code}`
      : end.kind === "signal"
        ? `ended by ${end.signal}`
        : end.kind === "unstarted" || end.kind === "lost"
          ? end.message
          : "it was stopped";
  return said === "" ? how : `${how}: ${said}`;
}
