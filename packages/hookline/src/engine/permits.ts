import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook, Scope } from "../contract/hook.ts";
import type { Runner } from "../contract/runner.ts";
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
  { only }: FireOptions,
): EventPermits {
  return new PermitsOfEvent(
    state,
    event,
    only === "background" ? matching.filter((hook) => isUnwaited(state, hook)) : matching,
  );
}

class PermitsOfEvent implements EventPermits {
  readonly #state: EngineState;
  readonly #event: Event;
  readonly selected: readonly Hook[];

  constructor(state: EngineState, event: Event, selected: readonly Hook[]) {
    this.#state = state;
    this.#event = event;
    this.selected = selected;
  }

  get dialects(): readonly Dialect[] {
    return this.#state.allDialects;
  }

  get barred(): string | null {
    const { depth } = this.#event;
    return depth < deepest
      ? null
      : `hooks are ${depth} deep: a hook's own agent or command fires this event again`;
  }

  runnerOf(hook: Hook): Runner | undefined {
    return this.#state.runners.get(hook.type);
  }

  distrust(hook: Hook): string | null {
    const folder = startFolder(this.#state, this.#event, hook, dialectOf(this.#state, hook));
    return this.#state.trust.distrust(hook, folder);
  }

  isInScope(scope: Scope): boolean {
    return isInScope(this.#state, this.#event, scope);
  }

  isOff(hook: Hook): boolean {
    return this.#state.switches.isOff(hook);
  }

  paused(hook: Hook): string | null {
    return this.#state.pauses.why(hook);
  }

  isDone(hook: Hook): boolean {
    return this.#state.once.isDone(sessionOf(this.#state, this.#event), onceName(hook));
  }

  async remember(heard: readonly Heard[]): Promise<void> {
    for (const { hook, run, outcome } of heard) {
      if (hook.once && run && !outcome.fault && outcome.verdict !== "deny")
        await noteOnce(this.#state, this.#event, hook);
    }
  }
}

function dialectOf(state: EngineState, hook: Hook): Dialect | undefined {
  return state.allDialects.find(({ name }) => name === hook.dialect);
}

function isUnwaited(state: EngineState, hook: Hook): boolean {
  return hook.background || dialectOf(state, hook)?.background.includes(hook.event) === true;
}

function sessionOf(state: EngineState, { payload: { session_id: session } }: Event): string {
  return typeof session === "string" ? session : state.sessionId;
}

/** True if an event happens where a hook with this scope holds. */
function isInScope(state: EngineState, event: Event, { of, names, except }: Scope): boolean {
  const { agent_type: type, agent_id: id } = event.payload;
  const inside =
    of === "skill"
      ? names.some((name) => state.skills.isActive(sessionOf(state, event), name))
      : names.some((name) => name === (of === "agent" ? type : id));
  return inside !== except;
}

/** Two files may use one id: what has succeeded of one must not switch off that of another. */
function onceName({ source, event, id }: Hook): string {
  return JSON.stringify([source.layer, source.file, event, id]);
}

/** Notes that a `once` hook has succeeded; where that cannot be written, it is said, and the hook runs again in another process. */
export async function noteOnce(state: EngineState, event: Event, hook: Hook): Promise<void> {
  try {
    // Rules of a project run before anybody has approved them; nothing of them may last.
    if (state.runners.get(hook.type)?.policy && state.trust.distrust(hook) !== null) return;
    // A function has no name that would mean the same in another process.
    const lasting = hook.source.layer !== "code";
    await state.once.done(sessionOf(state, event), onceName(hook), lasting);
  } catch (error) {
    const text = `that it ran once could not be noted: ${error instanceof Error ? error.message : error}`;
    state.carry.put({ context: null, messages: [{ level: "warn", text, hook: hook.id }] });
  }
}
