import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { Plan } from "../contract/plan.ts";
import { failedOpen, goesOn } from "../pipeline/failed-open.ts";
import type { Heard } from "../pipeline/heard.ts";
import { reportOf } from "../pipeline/report.ts";
import type { EngineState } from "./state.ts";
import { traceRun } from "./trace-run.ts";

/** Writes the records of one event, one for each arrow of the data's way. */
export function traceStory(...story: Parameters<typeof writeStory>): void {
  const { tracer } = story[0];
  if (tracer.on) tracer.together(() => writeStory(...story));
}

function writeStory(
  state: EngineState,
  event: Event,
  matching: readonly Hook[],
  plan: Plan,
  heard: readonly Heard[],
  decision: Decision,
): void {
  const { tracer, configuration } = state;
  const { session_id: session } = event.payload;
  tracer.step(event, "decode", () => ({
    event: event.spec.name,
    project: configuration.projectDir,
    session: typeof session === "string" ? session : state.sessionId,
    payload: tracer.payload(event.payload),
  }));
  tracer.step(event, "load", () => ({
    configuration: configuration.digest,
    hooks: configuration.hooks.length,
  }));
  tracer.step(event, "match", () => ({
    subject: event.subject?.name ?? null,
    hooks: matching.map(({ id }) => id),
  }));
  tracer.step(event, "plan", () => ({
    lanes: plan.lanes.map(({ dialect, strands }) => ({
      dialect: dialect.name,
      strands: strands.map((strand) => strand.map(({ hook }) => hook.id)),
    })),
    skipped: plan.skips.map(({ hook, why }) => ({ hook: hook.id, why })),
  }));
  for (const one of heard) traceRun(tracer, event, one, decision);
  const { verdict, halt, inputDigest, durationMs } = decision;
  tracer.step(event, "aggregate", () => ({ verdict, halt: halt !== null, inputDigest }), "info");
  tracer.step(event, "record", () => ({ recorded: state.options.record !== undefined, durationMs }));
}

/** Tells listeners how one hook ended, if there are any. */
export function tellResponse(
  state: EngineState,
  event: Event,
  heard: Heard,
  runId: string,
  background: boolean,
): void {
  if (!state.notices.wanted) return;
  const { id: eventId, spec } = event;
  const { id: hook } = heard.hook;
  const report = reportOf(heard);
  // The decision is not made yet: this says what the hook alone has let through.
  const open = failedOpen(event, { ...heard, background }, goesOn);
  state.notices.tell({
    type: "response",
    runId,
    eventId,
    event: spec.name,
    hook,
    background,
    report,
    failedOpen: open,
  });
}
