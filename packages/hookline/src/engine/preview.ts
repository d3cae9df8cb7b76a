import { matcherCompiler } from "../config/entries/matchers.ts";
import type { Event } from "../contract/event.ts";
import { type Condition, type Hook, plainHook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Plan } from "../contract/plan.ts";
import { match } from "../pipeline/match.ts";
import { makePlan } from "../pipeline/plan.ts";
import { makeEvent } from "./make-event.ts";
import type { FireOptions } from "./options.ts";
import { permitsOf } from "./permits.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";

/** What a caller may say about a preview. */
export interface PreviewOptions extends FireOptions {
  /** `assumed`: every `if` and `when` counts as true, for a payload whose values are not known. */
  readonly conditions?: "judged" | "assumed";
}

/** A hook of another event, and whether its matcher would fit; null if that event is about something else. */
export interface OtherHook {
  readonly hook: Hook;
  readonly fits: boolean | null;
}

/** What would happen: the plan itself, the event's hooks whose matcher does not fit, and the hooks of other events. */
export interface Preview {
  readonly plan: Plan;
  readonly unmatched: readonly Hook[];
  readonly others: readonly OtherHook[];
  /** The folder that a hook would start in. */
  folderOf(hook: Hook): string;
  /** True if another pattern in the place of a hook's matcher would fit, by the grammar of its dialect. */
  wouldFit(hook: Hook, pattern: string): boolean;
}

/** Goes the way of `fire` up to the plan, by the same functions, and stops there. */
export function preview(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: PreviewOptions,
): Preview {
  const event = makeEvent(state, name, payload, options);
  const matching = match(state.index, event);
  const permits = permitsOf(state, event, matching, options);
  const selected = options.conditions === "assumed" ? permits.selected.map(unasked) : permits.selected;
  const subject = event.subject ?? { name: "", canonical: "" };
  const all = state.index.byEvent.get(name)?.hooks ?? [];
  const unmatched = all.filter((hook) => !hook.matcher.test(subject));
  const dialectOf = (hook: Hook) => state.allDialects.find((dialect) => dialect.name === hook.dialect);
  return {
    plan: makePlan(event, selected, permits),
    unmatched,
    get others() {
      return othersOf(state, event);
    },
    folderOf: (hook) => startFolder(state, event, hook, dialectOf(hook)),
    wouldFit(hook, pattern) {
      const grammar = dialectOf(hook)?.matcher ?? "names-or-search";
      return matcherCompiler(state.catalog)(event.spec, grammar)(pattern).matcher.test(subject);
    },
  };
}

/** The hooks of all other events; on those with the same subject it can be said whether they would have fitted. */
function othersOf(state: EngineState, event: Event): readonly OtherHook[] {
  const { subject, spec } = event;
  return [...state.index.byEvent].flatMap(([name, { hooks }]) => {
    if (name === spec.name) return [];
    const same = subject !== null && state.catalog.event(name)?.subject === spec.subject;
    return hooks.map((hook) => ({ hook: plainHook(hook), fits: same ? hook.matcher.test(subject) : null }));
  });
}

const assumed = (condition: Condition | null): Condition | null =>
  condition && { text: condition.text, test: () => ({ holds: true }) };

/** The same hook, with conditions that hold whatever the event is. */
function unasked(hook: Hook): Hook {
  return { ...hook, if: assumed(hook.if), when: assumed(hook.when) };
}
