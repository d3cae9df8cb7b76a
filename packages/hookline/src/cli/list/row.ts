import type { Engine, Hook, HookHealth } from "../../index.ts";

/** A hook as a row of `hookline list`. */
export type Row = ReturnType<typeof rowOf>;

/** One row of the list: what a hook is, whether it would run, and how often it has broken. */
export function rowOf(engine: Engine, hook: Hook, health: readonly HookHealth[]) {
  const { id, event, matcher, type, source, dialect, onFailure, mode } = hook;
  const trust = engine.trustOf(hook);
  const state = stateOf(hook, engine.pause().why(hook) !== null, trust.why !== null);
  const broken = health.find((one) => one.hook === id && one.source === source.file);
  return {
    id,
    event,
    matcher: matcher.pattern,
    meaning: matcher.meaning,
    type,
    source: source.text,
    dialect,
    state,
    onFailure,
    mode,
    trust: trust.state,
    health: broken ? healthOf(broken) : null,
  };
}

/** How often a hook has broken, for programs. */
function healthOf({ faults, failedOpen, since, last }: HookHealth) {
  const date = (at: number) => new Date(at).toISOString();
  return { faults, failedOpen, since: date(since), last: { ...last, at: date(last.at) } };
}

function stateOf(hook: Hook, paused: boolean, distrusted: boolean) {
  if (hook.disabled !== null) return "disabled";
  if (paused) return "paused";
  return distrusted ? "untrusted" : "active";
}
