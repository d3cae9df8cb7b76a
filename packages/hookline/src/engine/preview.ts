import type { Hook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Plan } from "../contract/plan.ts";
import { match } from "../pipeline/match.ts";
import { makePlan } from "../pipeline/plan.ts";
import { makeEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import { permitsOf } from "./permits.ts";
import type { EngineState } from "./state.ts";

/** What would happen: the plan itself, and the event's hooks whose matcher does not fit. */
export interface Preview {
  readonly plan: Plan;
  readonly unmatched: readonly Hook[];
}

/** Goes the way of `fire` up to the plan, by the same functions, and stops there. */
export function preview(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: FireOptions,
): Preview {
  const event = makeEvent(state, name, payload, options);
  const matching = match(state.index, event);
  const permits = permitsOf(state, event, matching, options);
  const subject = event.subject ?? { name: "", canonical: "" };
  const all = state.index.byEvent.get(name)?.hooks ?? [];
  const unmatched = all.filter((hook) => !hook.matcher.test(subject));
  return { plan: makePlan(event, permits.selected, permits), unmatched };
}
