import type { Event } from "../contract/event.ts";
import type { Hook, Scope } from "../contract/hook.ts";
import type { Heard } from "../pipeline/heard.ts";
import type { Permits } from "../pipeline/plan.ts";
import type { FireOptions } from "./options.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";

/** How deep hooks may fire hooks that fire hooks. */
const deepest = 3;

/** Permits for one event, with the hooks that the caller wants of it, and what to remember afterwards. */
export interface EventPermits extends Permits {
  readonly selected: readonly Hook[];
  /** Notes the `once` hooks that succeeded. */
  remember(heard: readonly Heard[]): Promise<void>;
}

/** Says for one event what may run: trust, `once`, the recursion limit. */
export function permitsOf(
  state: EngineState,
  event: Event,
  matching: readonly Hook[],
  options: FireOptions,
): EventPermits {
  const { session_id: session } = event.payload;
  const sessionId = typeof session === "string" ? session : state.sessionId;
  const { only } = options;
  const dialectOf = (hook: Hook) => state.allDialects.find(({ name }) => name === hook.dialect);
  const unwaited = (hook: Hook) =>
    hook.background || dialectOf(hook)?.background.includes(hook.event) === true;
  const selected = only === "background" ? matching.filter(unwaited) : matching;
  return {
    dialects: state.allDialects,
    selected,
    runnerOf: (hook) => state.runners.get(hook.type),
    distrust: (hook) => state.trust.distrust(hook, startFolder(state, event, hook, dialectOf(hook))),
    isInScope: (scope) => isInScope(state, event, scope, sessionId),
    isOff: (hook) => state.switches.isOff(hook),
    paused: (hook) => state.pauses.why(hook),
    isDone: (hook) => state.once.isDone(sessionId, onceName(hook)),
    barred:
      event.depth >= deepest
        ? `hooks are ${event.depth} deep: a hook's own agent or command fires this event again`
        : null,
    async remember(heard) {
      for (const { hook, run, outcome } of heard) {
        if (hook.once && run && !outcome.fault && outcome.verdict !== "deny")
          await noteOnce(state, event, hook);
      }
    },
  };
}

/** True if an event happens where a hook with this scope holds. */
function isInScope(state: EngineState, { payload }: Event, scope: Scope, sessionId: string): boolean {
  const { of, names, except } = scope;
  const { agent_type: type, agent_id: id } = payload;
  const inside =
    of === "skill"
      ? names.some((name) => state.skills.isActive(sessionId, name))
      : names.some((name) => name === (of === "agent" ? type : id));
  return inside !== except;
}

/** Two files may use one id: what has succeeded of one must not switch off that of another. */
function onceName({ source, event, id }: Hook): string {
  return JSON.stringify([source.layer, source.file, event, id]);
}

/** Notes that a `once` hook has succeeded; where that cannot be written, it is said, and the hook runs again in another process. */
export async function noteOnce(state: EngineState, event: Event, hook: Hook): Promise<void> {
  const { session_id: session } = event.payload;
  try {
    // Rules of a project run before anybody has approved them; nothing of them may last.
    if (state.runners.get(hook.type)?.policy && state.trust.distrust(hook) !== null) return;
    // A function has no name that would mean the same in another process.
    const lasting = hook.source.layer !== "code";
    await state.once.done(typeof session === "string" ? session : state.sessionId, onceName(hook), lasting);
  } catch (error) {
    const text = `that it ran once could not be noted: ${error instanceof Error ? error.message : error}`;
    state.carry.put({ context: null, messages: [{ level: "warn", text, hook: hook.id }] });
  }
}
