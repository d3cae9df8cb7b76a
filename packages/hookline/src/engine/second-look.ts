import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Plan } from "../contract/plan.ts";
import { aggregate, type Verdicts } from "../pipeline/aggregate.ts";
import type { Heard } from "../pipeline/heard.ts";
import { type HookIndex, match } from "../pipeline/match.ts";
import { makePlan, type Permits } from "../pipeline/plan.ts";
import type { FireScope } from "./fire-scope.ts";
import { makeEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import { permitsOf } from "./permits.ts";
import { withInput } from "./present.ts";
import { runPlan } from "./run-plan.ts";
import type { EngineState } from "./state.ts";

/** Policies judge in the process: more than this is a hang. */
const policySeconds = 30;

/** After a rewrite every matching policy judges the final input once more, so that what was checked is what runs. */
export async function lookAgain(
  state: EngineState,
  index: HookIndex,
  plan: Plan,
  heard: readonly Heard[],
  verdicts: Verdicts,
  permits: Permits,
  scope: FireScope,
  keepsOrigins: boolean,
): Promise<Verdicts> {
  const { updatedInput } = verdicts;
  if (updatedInput === null) return verdicts;
  const again = await judgePolicies(state, index, withInput(plan.event, updatedInput), permits, scope);
  // A policy that says the same of the new input has said it already.
  const news = again.filter((one) => !heard.some((before) => saysTheSame(before, one)));
  const confirmed = (one: Heard) => again.some((later) => saysTheSame(one, later));
  const isOutdated = (one: Heard) =>
    one.outcome.verdict === "allow" && permits.runnerOf(one.hook)?.policy === true && !confirmed(one);
  if (news.length === 0 && !heard.some(isOutdated)) return verdicts;
  const first = heard.map((one) => (isOutdated(one) ? { ...one, outdated: true as const } : one));
  return aggregate(plan, [...first, ...news], keepsOrigins);
}

/** What the policies of PreToolUse say about an input that the host's permission has changed. */
export async function recheck(
  state: EngineState,
  payload: JsonObject,
  options: FireOptions,
): Promise<Verdicts> {
  const event = makeEvent(state, "PreToolUse", payload, options);
  const scope = state.scopes.open(options.signal, policySeconds * 1000, performance.now());
  try {
    const permits = permitsOf(state, event, [], options);
    const heard = await judgePolicies(state, state.index, event, permits, scope);
    return aggregate({ event, lanes: [], skips: [], notes: [] }, heard);
  } finally {
    scope.end(true);
  }
}

function saysTheSame(one: Heard, other: Heard): boolean {
  const [a, b] = [one.outcome, other.outcome];
  return one.hook.identity === other.hook.identity && a.verdict === b.verdict && a.reason === b.reason;
}

async function judgePolicies(
  state: EngineState,
  index: HookIndex,
  event: Event,
  permits: Permits,
  scope: FireScope,
): Promise<readonly Heard[]> {
  const policies = match(index, event).filter((hook) => permits.runnerOf(hook)?.policy);
  if (policies.length === 0) return [];
  const { heard } = await runPlan(state, makePlan(event, policies, permits), scope, { secondLook: true });
  return heard;
}
