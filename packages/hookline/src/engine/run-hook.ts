import { hookEnvironment } from "../config/environment.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { FaultKind } from "../contract/fault.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import { isObject } from "../contract/json.ts";
import type { ProcessFacts } from "../contract/process.ts";
import { faultRun, type Run } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import { asyncWatch } from "./async-watch.ts";
import { openGuard } from "./guard.ts";
import { type HandOver, handOver } from "./hand-over.ts";
import type { Presentation } from "./present.ts";
import type { Spawn } from "./spawn-batch.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";

/** How many bytes of each stream are kept. */
const cap = 1_048_576;

/** What the settling of a stopped hook may take beyond deadline and grace. */
const settleMs = 200;

/** One hook that is about to run. */
export interface Start {
  readonly event: Event;
  readonly hook: ApprovedHook;
  readonly dialect: Dialect;
  readonly presentation: Presentation;
  readonly spawn: Spawn;
  readonly signal: AbortSignal;
  readonly background: boolean;
  /** The time it has: its own, or what is left of its group's. */
  readonly deadlineMs: number;
  /** Called when the hook prints the line that sends it to the background. */
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
    const given = handOver(start.presentation, hook.template, hook.fields.command);
    for (const text of given.notes) start.note(text);
    const fields = given.command === null ? hook.fields : { ...hook.fields, command: given.command };
    const running = attempt(() => runner.run(hook, fields, callOf(state, start, given, pending)));
    const limitMs = start.deadlineMs + dialect.graceMs + settleMs;
    const endGuard = openGuard(limitMs, pending, () => done(broken("timeout", "the deadline passed")));
    const done = (run: Run) => {
      given.done();
      endGuard();
      settle(run);
    };
    running.then(
      (run) => done(isRun(run) ? run : broken("malformed", "the runner gave no run")),
      (error) => done(broken("crash", error instanceof Error ? error.message : String(error))),
    );
  });
}

/** A promise also of what throws at once, and of what is none. */
function attempt(run: () => Promise<Run>): Promise<unknown> {
  return new Promise((resolve) => resolve(run()));
}

/** Runners may be anybody's: what comes from one is looked at before it is believed. */
function isRun(value: unknown): value is Run {
  return isObject(value) && isObject(value.end) && isObject(value.stdout) && isObject(value.stderr);
}

function callOf(state: EngineState, start: Start, given: HandOver, pending: Set<Promise<unknown>>): Call {
  const { event, dialect, presentation, signal, background, deadlineMs } = start;
  const handle: { stop?: () => void } = {};
  const { projectDir } = state.configuration;
  const cwd = startFolder(state, event, start.hook, dialect);
  const env = environmentOf(state, start, given);
  const limit = asyncLimit(handle);
  const onOutput = outputListener(state, start, limit.begin);
  return {
    event,
    signal,
    deadlineMs,
    projectDir,
    cwd,
    env,
    services: state.services,
    get payload() {
      return presentation.payload;
    },
    get bytes() {
      return presentation.bytes;
    },
    spawn({ argv }) {
      const { graceMs } = dialect;
      const command = { argv, env, cwd, deadlineMs, graceMs, cap, background, handle };
      const facts = start.spawn(command, presentation.bytes, onOutput).then(limit.end);
      pending.add(facts);
      return facts;
    },
  };
}

function environmentOf(state: EngineState, { event, hook }: Start, given: HandOver): Record<string, string> {
  const { session_id: session } = event.payload;
  return {
    ...hookEnvironment(hook, state.environment()),
    ...given.env,
    HOOKLINE_EVENT: event.spec.name,
    HOOKLINE_EVENT_ID: event.id,
    HOOKLINE_SESSION_ID: typeof session === "string" ? session : state.sessionId,
    HOOKLINE_DEPTH: String(event.depth + 1),
    ...hook.env,
  };
}

/** Holds a hook that went to the background to the time that it asked for: then it is stopped, and was too late. */
function asyncLimit(handle: { stop?: () => void }) {
  let timer: NodeJS.Timeout | undefined;
  let late = false;
  return {
    begin(ms: number): void {
      timer = setTimeout(() => {
        late = true;
        handle.stop?.();
      }, ms);
    },
    end(facts: ProcessFacts): ProcessFacts {
      clearTimeout(timer);
      return late && facts.end.kind === "cancelled" ? { ...facts, end: { kind: "timeout" } } : facts;
    },
  };
}

function outputListener(
  state: EngineState,
  { event, hook, dialect, background, deadlineMs, onAsync }: Start,
  limit: (ms: number) => void,
): Parameters<Spawn>[2] {
  const goBehind = (timeout: number | null) => {
    const ms = (timeout ?? 0) * dialect.timeout.unitMs;
    if (ms > 0 && ms < deadlineMs) limit(ms);
    onAsync();
  };
  const watch = background || dialect.answer === "never" ? null : asyncWatch(goBehind);
  return (stream, chunk) => {
    if (stream === "stdout") watch?.(chunk);
    if (!state.notices.wanted) return;
    const text = Buffer.from(chunk).toString();
    state.notices.tell({
      type: "progress",
      eventId: event.id,
      event: event.spec.name,
      hook: hook.id,
      stream,
      text,
    });
  };
}
