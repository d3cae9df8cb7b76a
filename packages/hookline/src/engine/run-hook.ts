import type { FaultKind } from "../contract/fault.ts";
import { faultRun, type Run } from "../contract/run.ts";
import type { Runner } from "../contract/runner.ts";
import { functionRunner, runFunction } from "../runners/function.ts";
import { messageOf } from "../runners/race.ts";
import { openGuard } from "./guard.ts";
import { type HandOver, handOver } from "./hand-over.ts";
import { isRun } from "./is-run.ts";
import { callOf, functionPlace, type Start } from "./make-call.ts";
import type { EngineState } from "./state.ts";

/** What the settling of a stopped hook may take beyond deadline and grace. */
const settleMs = 200;

/** Runs one hook and tells its facts, once: within its deadline, the grace and a quarter of a second. */
export function runHook(state: EngineState, start: Start, ended: (run: Run) => void): void {
  const { hook } = start;
  const runner = state.runners.get(hook.type);
  if (!runner) {
    ended(faultRun("spawn", `nothing here runs hooks of type "${hook.type}"`));
    return;
  }
  if (state.notices.wanted) tellStarted(state, start);
  const stand = standIn(state, start);
  if (stand) ended(stand);
  // What runs in this process sees its own deadline, and needs no environment.
  else if (runner === functionRunner) runFunction(hook, functionPlace(state, start), ended);
  else runOutside(state, start, runner, ended);
}

/** Runs a hook whose runner may be anybody's: what it does not end by itself is ended here. */
function runOutside(state: EngineState, start: Start, runner: Runner, ended: (run: Run) => void): void {
  const { hook, dialect, began } = start;
  const broken = (fault: FaultKind, detail: string) => faultRun(fault, detail, performance.now() - began);
  const pending = new Set<Promise<unknown>>();
  const given = attemptHandOver(start);
  if (given instanceof Error) {
    ended(broken("resource", `the event could not be handed over: ${given.message}`));
    return;
  }
  if (hook.onFailure === "block" && given.missed.length > 0) {
    // A guard that looks at a variable which is not there would let everything pass.
    given.done();
    const names = given.missed.join(", ");
    ended(broken("resource", `${names}: too large for the environment; name the variable in the command`));
    return;
  }
  for (const text of given.notes) start.note(text);
  const fields = given.command === null ? hook.fields : { ...hook.fields, command: given.command };
  const late = () => done(broken("timeout", "the deadline passed"));
  const guardFor = (ms: number) => openGuard(ms + dialect.graceMs + settleMs, pending, late);
  let endGuard = guardFor(start.deadlineMs);
  let over = false;
  const done = (run: Run) => {
    given.done();
    endGuard();
    if (over) return;
    over = true;
    ended(run);
  };
  const onLimit = (ms: number) => {
    endGuard();
    endGuard = guardFor(ms);
  };
  const call = callOf(state, start, given, pending, onLimit);
  const crashed = (error: unknown) => done(broken("crash", messageOf(error)));
  try {
    const running: PromiseLike<unknown> | undefined = runner.run(hook, fields, call);
    const ran = (run: unknown) => done(isRun(run) ? run : broken("malformed", "the runner gave no run"));
    if (typeof running?.then === "function") running.then(ran, crashed);
    else ran(running);
  } catch (error) {
    crashed(error);
  }
}

/** What is said in the hook's place, if anything is; whoever throws there has broken the hook, not the event. */
function standIn({ options }: EngineState, { hook, event }: Start): Run | null {
  try {
    const stand: unknown = options.standIn?.(hook, event) ?? null;
    return stand === null || isRun(stand) ? stand : faultRun("malformed", "what stands in gave no run");
  } catch (error) {
    return faultRun("crash", messageOf(error));
  }
}

/** Values that are too large for the environment need a file, and there may be no room for one. */
function attemptHandOver({ presentation, hook }: Start): HandOver | Error {
  try {
    return handOver(presentation, hook.template, hook.fields.command);
  } catch (error) {
    return new Error(messageOf(error));
  }
}

function tellStarted(state: EngineState, { runId, event, hook, presentation }: Start): void {
  const { id, statusMessage: status } = hook;
  state.notices.tell({
    type: "started",
    runId,
    eventId: event.id,
    event: event.spec.name,
    hook: id,
    status,
    // Copied only for those who look.
    get payload() {
      return presentation.payload;
    },
  });
}
