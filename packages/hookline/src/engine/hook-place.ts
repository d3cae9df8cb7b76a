import type { Hook } from "../contract/hook.ts";
import { createGate, type Gate } from "./gate.ts";
import type { EngineState } from "./state.ts";

/** The place that a hook takes while it runs; leaving it twice is leaving it once. */
export interface HookPlace {
  /** Takes it if it is free now. */
  tryEnter(): boolean;
  /** Waits for it; false if the signal came first. */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
}

/** A hook's own place among its events, if its type has a limit, and one among all hooks that run, unless it runs in this process. */
export function placeFor(state: EngineState, hook: Hook, background: boolean): HookPlace {
  const runner = state.runners.get(hook.type);
  const shared = runner?.inProcess ? null : background ? state.backgroundGate : state.gate;
  const limit = runner?.places?.(hook.fields);
  const own = limit === undefined ? null : gateOf(state, hook, limit);
  if (own === null) return shared === null ? anyPlace : placeIn(shared);
  return placeAmong([own, shared]);
}

/** What runs in this process takes no place from others. */
const anyPlace: HookPlace = { tryEnter: () => true, enter: async () => true, leave: () => {} };

/** The place of nearly every hook: one among all. */
function placeIn(gate: Gate): HookPlace {
  let taken = false;
  return {
    tryEnter() {
      taken ||= gate.tryEnter();
      return taken;
    },
    async enter(signal) {
      taken ||= await gate.enter(signal);
      return taken;
    },
    leave() {
      if (taken) gate.leave();
      taken = false;
    },
  };
}

function placeAmong(gates: readonly (Gate | null)[]): HookPlace {
  const taken: Gate[] = [];
  const take = (gate: Gate) => void taken.push(gate);
  const leave = () => {
    for (const gate of taken.splice(0)) gate.leave();
  };
  return {
    tryEnter() {
      for (const gate of gates) {
        if (gate === null || taken.includes(gate)) continue;
        if (!gate.tryEnter()) return false;
        take(gate);
      }
      return true;
    },
    async enter(signal) {
      for (const gate of gates) {
        if (gate === null || taken.includes(gate)) continue;
        if (!(await gate.enter(signal))) {
          leave();
          return false;
        }
        take(gate);
      }
      return true;
    },
    leave,
  };
}

const gates = new WeakMap<EngineState, Map<string, Gate>>();
const gateOfHook = new WeakMap<Hook, { readonly state: EngineState; readonly gate: Gate }>();

function gateOf(state: EngineState, hook: Hook, limit: number): Gate {
  const own = gateOfHook.get(hook);
  if (own?.state === state) return own.gate;
  const { source, identity } = hook;
  const known = gates.get(state) ?? new Map<string, Gate>();
  gates.set(state, known);
  const key = `${limit}\n${source.file}\n${identity}`;
  const gate = known.get(key) ?? createGate(limit);
  known.set(key, gate);
  gateOfHook.set(hook, { state, gate });
  return gate;
}
