import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { aggregate } from "../pipeline/aggregate.ts";
import type { Heard } from "../pipeline/heard.ts";
import { match } from "../pipeline/match.ts";
import { makePlan } from "../pipeline/plan.ts";
import { beginWorkers } from "./begin-workers.ts";
import { completeDecision, quietDecision, snapshotOf } from "./complete-decision.ts";
import { noteHealth } from "./health.ts";
import { completeEvent, draftEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import { permitsOf } from "./permits.ts";
import { handOver, isRecorded, recordDecision } from "./record.ts";
import { runPlan } from "./run-plan.ts";
import { lookAgain } from "./second-look.ts";
import { skillUsed, useSkill } from "./skills.ts";
import { spillLongTexts } from "./spill.ts";
import type { EngineState } from "./state.ts";
import { traceStory } from "./trace-story.ts";

/** The most that all hooks of an event may take together. */
const budgetSeconds = 600;

/**
 * The story of an event, start to end: what happened becomes an event, the hooks whose matcher fits are planned and run, what
 * they said is made one decision, policies look once more at what was rewritten, and the decision is recorded before it is told.
 */
export async function fire(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: FireOptions,
): Promise<Decision> {
  const began = performance.now();
  const { index, ledger } = state;
  const draft = draftEvent(state, name, payload);
  state.prompts.note(draft);
  state.envFiles.begin(draft);
  beginWorkers(state, draft, options);
  const skill = skillUsed(state, draft);
  const matching = match(index, draft);
  const recorded = state.records.on(began);
  if (matching.length === 0 && state.carry.empty && !state.tracer.on && ledger === null && !recorded) {
    const decision = quietDecision(state, draft, options, began);
    if (skill !== null) await useSkill(state, skill, draft, decision);
    return state.options.record ? handOver(state, draft.spec, decision) : decision;
  }
  const event = completeEvent(state, draft, options);
  const unwritten = ledger?.began(state, event) ?? null;
  if (unwritten !== null) {
    state.carry.put({ context: null, messages: [{ level: "error", text: unwritten, hook: "audit" }] });
  }
  const permits = permitsOf(state, event, matching, options);
  const plan = state.pauses.told(makePlan(event, permits.selected, permits));
  const scope = state.scopes.open(options.signal, budgetOf(event, options), began);
  const leave = ledger?.enter();
  let listened = true;
  try {
    const judged = snapshotOf(event.payload.tool_input);
    const { heard, skips, notes } = await runPlan(state, plan, scope, {
      startBackground: options.only !== "foreground",
    });
    listened = heard.some((one) => mayListen(state, one));
    const done = { event, lanes: plan.lanes, skips, notes };
    const first = aggregate(done, heard, recorded);
    const verdicts = first.updatedInput
      ? await lookAgain(state, index, done, heard, first, permits, scope, recorded)
      : first;
    if (heard.some(({ hook }) => hook.once)) await permits.remember(heard);
    if (skill !== null) await useSkill(state, skill, draft, verdicts);
    const whole = completeDecision(state, event, verdicts, judged, began);
    const decision = state.options.rehearse ? whole : spillLongTexts(whole, state.stateFolder);
    traceStory(state, event, matching, plan, heard, decision);
    // Who watches has seen the hooks end before the caller does something about it.
    if (state.notices.wanted) await state.notices.heard();
    const told = isRecorded(state, ledger) ? await recordDecision(state, ledger, event, decision) : decision;
    noteHealth(state, event, heard, told);
    // What is left to another process for its background hooks is one event, not two.
    return recorded && options.only !== "background" ? state.records.keep(state, event, told) : told;
  } finally {
    scope.end(listened);
    leave?.();
  }
}

/** A hook that did not end as it should, or has not ended, may still hold the event's signal; so may whatever a host runs hooks with. */
function mayListen({ options }: EngineState, { background, outcome }: Heard): boolean {
  const ours = options.runners === undefined && options.host === undefined;
  return !ours || background || outcome.fault !== null;
}

function budgetOf(event: Event, options: FireOptions): number {
  const budgetMs = options.budgetMs ?? (event.spec.budgetSeconds ?? budgetSeconds) * 1000;
  return Number.isFinite(budgetMs) && budgetMs > 0 ? Math.min(budgetMs, 2 ** 31 - 1) : budgetSeconds * 1000;
}
