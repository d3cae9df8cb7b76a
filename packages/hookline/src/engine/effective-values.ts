import { originsOf } from "../config/entries/origins.ts";
import { type Hook, plainHook } from "../contract/hook.ts";
import type { ValueOrigin } from "../contract/origin.ts";
import type { Skip } from "../contract/plan.ts";
import { mergeDuplicates } from "../pipeline/duplicates.ts";
import type { EngineState } from "./state.ts";

/** A hook that would run if its event happened and its matcher fitted, with the values that hold for it. */
export interface EffectiveHook {
  readonly hook: Hook;
  /** Its place among the hooks of its event. */
  readonly order: number;
  /** The sources of equal entries that it stands for. */
  readonly standsFor: readonly string[];
}

/** What is really in force. */
export interface EffectiveValues {
  /** Event by event, in the order of running: without what is disabled, not approved, or the same as another. */
  hooks(): readonly EffectiveHook[];
  /** Where the values that hold for a hook come from. */
  origins(hook: Hook): readonly ValueOrigin[];
}

/** Looks at what of an engine's hooks is in force. */
export function effectiveValues(state: EngineState): EffectiveValues {
  return {
    hooks: () => [...state.index.byEvent.keys()].flatMap((event) => hooksOf(state, event)),
    origins: (hook) => originsOf(hook, state.configuration),
  };
}

function hooksOf(state: EngineState, event: string): readonly EffectiveHook[] {
  const mayRun = (hook: Hook) => state.trust.distrust(hook) === null;
  const isPolicy = (hook: Hook) => state.runners.get(hook.type)?.policy === true;
  const all = (state.index.byEvent.get(event)?.hooks ?? []).filter(
    (hook) => hook.disabled === null && !state.switches.isOff(hook) && (isPolicy(hook) || mayRun(hook)),
  );
  return state.allDialects
    .flatMap(({ name, duplicates }) => {
      const own = all.filter(({ dialect }) => dialect === name);
      if (duplicates === "each") return own.map((hook) => ({ hook, standsFor: [] }));
      return alike(own).flatMap((group) => {
        const skips: Skip[] = [];
        const kept = mergeDuplicates(group, skips, mayRun);
        const standsFor = skips.map(({ hook }) => hook.source.text);
        return kept.map((hook) => ({ hook, standsFor }));
      });
    })
    .map(({ hook, standsFor }, order) => ({ hook: plainHook(hook), standsFor, order }));
}

/** Equal entries run once where they fit together: that is certain only for the same matcher and the same condition. */
function alike(hooks: readonly Hook[]): readonly (readonly Hook[])[] {
  const groups = new Map<string, Hook[]>();
  for (const hook of hooks) {
    const key = JSON.stringify([hook.identity, hook.matcher.pattern, hook.when?.text ?? null, hook.scope]);
    const group = groups.get(key);
    if (group) group.push(hook);
    else groups.set(key, [hook]);
  }
  return [...groups.values()];
}
