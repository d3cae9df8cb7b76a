import { type Hook, plainHook } from "../contract/hook.ts";
import { makePlan } from "../pipeline/plan.ts";
import { handOver } from "./hand-over.ts";
import { callOf } from "./make-call.ts";
import { completeEvent, type draftEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import { permitsOf } from "./permits.ts";
import { presentEvent } from "./present.ts";
import type { EngineState } from "./state.ts";

/** When a session starts, what is to be ready for its later events is started: of hooks that may run, and of no other. */
export function beginWorkers(
  state: EngineState,
  draft: ReturnType<typeof draftEvent>,
  options: FireOptions,
): void {
  if (draft.spec.name !== "SessionStart" || state.options.rehearse || state.options.standIn) return;
  const wanted = state.configuration.hooks.filter((hook) => hook.fields.start === "session");
  if (wanted.length === 0) return;
  const event = completeEvent(state, draft, options);
  const { projectDir } = state.configuration;
  // What its events will be about is not known yet, so no condition can be judged.
  const hooks = wanted.map((hook): Hook => ({ ...plainHook(hook), if: null, when: null }));
  for (const { dialect, strands } of makePlan(event, hooks, permitsOf(state, event, hooks, options)).lanes) {
    const presentation = presentEvent(event, dialect, { projectDir, lastPrompt: null });
    for (const item of strands.flat()) {
      const runner = item.kind === "run" ? state.runners.get(item.hook.type) : undefined;
      if (item.kind !== "run" || !runner?.begin) continue;
      const { hook } = item;
      const given = handOver(presentation, null, hook.fields.command);
      const start = {
        runId: `${event.id}/begin`,
        began: performance.now(),
        event,
        hook,
        dialect,
        presentation,
        spawn: () => Promise.reject(new Error("nothing runs before its event")),
        signal: state.closing.signal,
        background: true,
        deadlineMs: hook.timeoutMs,
        onAsync: () => {},
        note: () => {},
      };
      runner.begin(
        hook,
        hook.fields,
        callOf(state, start, given, new Set(), () => {}),
      );
      given.done();
    }
  }
}
