import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { FaultKind } from "../contract/fault.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import { isObject } from "../contract/json.ts";
import { faultRun, type Run } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import { asyncWatch } from "./async-watch.ts";
import { openGuard } from "./guard.ts";
import { type HandOver, handOver } from "./hand-over.ts";
import type { Presentation } from "./present.ts";
import type { Spawn } from "./spawn-batch.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";
import { environmentOf, servicesFor } from "./surroundings.ts";

/** How many bytes of each stream are kept. */
const cap = 1_048_576;

/** What the settling of a stopped hook may take beyond deadline and grace. */
const settleMs = 200;

/** One hook that is about to run. */
export interface Start {
  readonly runId: string;
  readonly event: Event;
  readonly hook: ApprovedHook;
  readonly dialect: Dialect;
  readonly presentation: Presentation;
  readonly spawn: Spawn;
  readonly signal: AbortSignal;
  readonly background: boolean;
  /** The time it has: its own, or what is left of its group's. */
  readonly deadlineMs: number;
  /** Called when the hook goes on without being waited for. */
  readonly onAsync: () => void;
  /** Tells the person something about what the hook was given. */
  readonly note: (text: string) => void;
}

/** Runs one hook and gives its facts; settles within its deadline, the grace and a quarter of a second, and never rejects. */
export function runHook(state: EngineState, start: Start): Promise<Run> {
  const { event, hook, dialect } = start;
  const runner = state.runners.get(hook.type);
  if (!runner) return Promise.resolve(faultRun("spawn", `nothing here runs hooks of type "${hook.type}"`));
  if (state.notices.wanted) {
    const { id, statusMessage: status } = hook;
    state.notices.tell({
      type: "started",
      runId: start.runId,
      eventId: event.id,
      event: event.spec.name,
      hook: id,
      status,
      // Copied only for those who look.
      get payload() {
        return start.presentation.payload;
      },
    });
  }
  const began = performance.now();
  const broken = (fault: FaultKind, detail: string) => faultRun(fault, detail, performance.now() - began);
  return new Promise((settle) => {
    const pending = new Set<Promise<unknown>>();
    const given = attemptHandOver(start);
    if (given instanceof Error) {
      settle(broken("resource", `the event could not be handed over: ${given.message}`));
      return;
    }
    if (hook.onFailure === "block" && given.missed.length > 0) {
      // A guard that looks at a variable which is not there would let everything pass.
      given.done();
      const names = given.missed.join(", ");
      settle(broken("resource", `${names}: too large for the environment; name the variable in the command`));
      return;
    }
    for (const text of given.notes) start.note(text);
    const fields = given.command === null ? hook.fields : { ...hook.fields, command: given.command };
    const late = () => done(broken("timeout", "the deadline passed"));
    const guardFor = (ms: number) => openGuard(ms + dialect.graceMs + settleMs, pending, late);
    let endGuard = guardFor(start.deadlineMs);
    const done = (run: Run) => {
      given.done();
      endGuard();
      settle(run);
    };
    const onLimit = (ms: number) => {
      endGuard();
      endGuard = guardFor(ms);
    };
    const call = callOf(state, start, given, pending, onLimit);
    const running = attempt(() => runner.run(hook, fields, call));
    running.then(
      (run) => done(isRun(run) ? run : broken("malformed", "the runner gave no run")),
      (error) => done(broken("crash", error instanceof Error ? error.message : String(error))),
    );
  });
}

/** Values that are too large for the environment need a file, and there may be no room for one. */
function attemptHandOver({ presentation, hook }: Start): HandOver | Error {
  try {
    return handOver(presentation, hook.template, hook.fields.command);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** A promise also of what throws at once, and of what is none. */
function attempt(run: () => Promise<Run>): Promise<unknown> {
  return new Promise((resolve) => resolve(run()));
}

/** Runners may be anybody's: what comes from one is looked at before it is believed. */
function isRun(value: unknown): value is Run {
  return isObject(value) && isObject(value.end) && isObject(value.stdout) && isObject(value.stderr);
}

function callOf(
  state: EngineState,
  start: Start,
  given: HandOver,
  pending: Set<Promise<unknown>>,
  onLimit: (ms: number) => void,
): Call {
  const { event, dialect, presentation, signal, background, deadlineMs } = start;
  const handle: { setDeadline?: (ms: number) => void } = {};
  const began = performance.now();
  const { projectDir } = state.configuration;
  const cwd = startFolder(state, event, start.hook, dialect);
  const env = environmentOf(state, start, given);
  const goOn = (timeout: number | null) => {
    const ms = laterMs(start, timeout, performance.now() - began);
    handle.setDeadline?.(ms);
    onLimit(ms);
    start.onAsync();
    return { signal: state.closing.signal, deadlineMs: ms };
  };
  const onOutput = outputListener(state, start, goOn);
  return {
    event,
    signal,
    deadlineMs,
    projectDir,
    cwd,
    env,
    shell: dialect.entry.shell,
    services: servicesFor(state, dialect),
    get payload() {
      return presentation.payload;
    },
    get bytes() {
      return presentation.bytes;
    },
    spawn({ argv }) {
      const { graceMs } = dialect;
      const command = { argv, env, cwd, deadlineMs, graceMs, cap, background, handle };
      const facts = start.spawn(command, presentation.bytes, onOutput);
      pending.add(facts);
      return facts;
    },
    goOn,
  };
}

/** What a hook that nobody waits for has: what it asks for, else what is left of its own time, whatever its group has. */
function laterMs({ hook, dialect }: Start, timeout: number | null, elapsedMs: number): number {
  const { unitMs, asyncUnitMs = unitMs, maxMs } = dialect.timeout;
  const ms = (timeout ?? 0) * asyncUnitMs;
  return ms > 0 ? Math.min(ms, maxMs) : Math.max(1, hook.timeoutMs - elapsedMs);
}

function outputListener(
  state: EngineState,
  { runId, event, hook, dialect, background }: Start,
  goOn: (timeout: number | null) => void,
): Parameters<Spawn>[2] {
  // Where stdout is text unless it is known as an answer, nothing in it sends a hook to the background.
  const mayLeave = dialect.answer !== "never" && dialect.answer !== "optional";
  const watch = background || !mayLeave ? null : asyncWatch(goOn);
  return (stream, chunk) => {
    if (stream === "stdout") watch?.(chunk);
    if (!state.notices.wanted) return;
    const text = Buffer.from(chunk).toString();
    state.notices.tell({
      type: "progress",
      runId,
      eventId: event.id,
      event: event.spec.name,
      hook: hook.id,
      stream,
      text,
    });
  };
}
