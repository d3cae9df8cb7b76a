import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { Run } from "../contract/run.ts";
import { goesOn } from "../pipeline/failed-open.ts";
import { interpret } from "../pipeline/interpret.ts";
import { afterAsyncLine } from "./async-watch.ts";
import { noteHealth } from "./health.ts";
import { noteOnce } from "./permits.ts";
import type { EngineState } from "./state.ts";
import { traceRun } from "./trace-run.ts";
import { tellResponse } from "./trace-story.ts";

/** Follows a hook that nobody waits for: what it says reaches the model with a later event, or wakes it. */
export function leaveInBackground(
  state: EngineState,
  event: Event,
  hook: Hook,
  dialect: Dialect,
  runId: string,
  running: Promise<Run>,
): void {
  // In another turn of the loop: what ends in the moment in which it was left is not heard by the event that left it.
  const followed = running.then(nextTurn).then(async (facts) => {
    const run = dialect.answer === "never" ? facts : withoutAsyncLine(facts);
    const outcome = interpret(event, hook, dialect, run);
    const heard = {
      hook,
      dialect,
      strand: 0,
      background: false,
      trusted: true,
      secondLook: false,
      run,
      outcome,
    };
    tellResponse(state, event, heard, runId, true);
    noteHealth(state, event, [{ ...heard, background: true }], goesOn);
    if (state.tracer.on) state.tracer.together(() => traceRun(state.tracer, event, heard, goesOn, true));
    if (hook.mode === "shadow") return;
    const messages = outcome.messages.map((message) => ({ ...message, hook: hook.id }));
    if (outcome.fault) {
      const { kind, detail } = outcome.fault;
      messages.push({ level: "warn", text: `in the background: ${kind}: ${detail}`, hook: hook.id });
    }
    // Where a deny is only told (`none`), a blocking exit has become a message already; here it is a call to the model.
    const woken = hook.rewake && hook.mode === "enforce" && run.end.kind === "exit" && run.end.code === 2;
    const reason = woken
      ? run.stderr.text.trimEnd() || run.stdout.text.trimEnd() || `blocked by ${hook.id}`
      : "";
    const told = woken && wake(state, reason, hook.id);
    state.carry.put({ context: woken && !told ? reason : outcome.context, messages });
    if (hook.once && !outcome.fault && outcome.verdict !== "deny") await noteOnce(state, event, hook);
  });
  const tracked = followed.catch(() => {}).finally(() => state.background.delete(tracked));
  state.background.add(tracked);
}

function nextTurn(facts: Run): Promise<Run> {
  return new Promise((resolve) => setImmediate(resolve, facts));
}

function withoutAsyncLine(facts: Run): Run {
  return { ...facts, stdout: { ...facts.stdout, text: afterAsyncLine(facts.stdout.text) } };
}

/** True if the host was told; one that throws was not, and the next event carries the reason instead. */
function wake(state: EngineState, reason: string, hook: string): boolean {
  if (!state.options.wake) return false;
  try {
    const given: unknown = state.options.wake(reason, hook);
    if (given instanceof Promise) given.catch(() => {});
    return true;
  } catch {
    return false;
  }
}
