import type { Hook, Mode } from "../contract/hook.ts";
import type { Skip } from "../contract/plan.ts";

const strictness: readonly Mode[] = ["shadow", "warn", "enforce"];

/**
 * Keeps one of equal hooks, made as strict and as patient as the strictest of them; the others are skips. One that may run is
 * kept before one that may not, and one with more of the environment before one with less: a copy never takes anything away.
 */
export function mergeDuplicates(
  hooks: readonly Hook[],
  skips: Skip[],
  mayRun: (hook: Hook) => boolean,
): readonly Hook[] {
  if (hooks.length < 2) return hooks;
  const groups = new Map<string, Hook[]>();
  for (const hook of hooks) {
    const group = groups.get(hook.identity);
    if (group) group.push(hook);
    else groups.set(hook.identity, [hook]);
  }
  if (groups.size === hooks.length) return hooks;
  return [...groups.values()].flatMap((group) => {
    const [first, ...rest] = group;
    if (!first || rest.length === 0) return first ?? [];
    const rank = (hook: Hook) => (mayRun(hook) ? 0 : 10) + openness.indexOf(hook.environment);
    const kept = group.reduce((best, hook) => (rank(hook) < rank(best) ? hook : best), first);
    const others = group.filter((hook) => hook !== kept);
    for (const hook of others) skips.push({ hook, why: `duplicate of ${kept.id} (${kept.source.text})` });
    // A copy that nobody approved can make the hook stricter, as every file may.
    return others.reduce(stricter, kept);
  });
}

const openness: readonly Hook["environment"][] = ["whole", "scrubbed", "strict"];

function stricter(first: Hook, other: Hook): Hook {
  const value = {
    mode: strictness.indexOf(other.mode) > strictness.indexOf(first.mode) ? other.mode : first.mode,
    onFailure: first.onFailure === "block" ? first.onFailure : other.onFailure,
    timeoutMs: Math.max(first.timeoutMs, other.timeoutMs),
    background: first.background && other.background,
    blockingExit: first.blockingExit ?? other.blockingExit,
  };
  // Inherits instead of copying: `source` and `id` are worked out only when somebody reads them.
  const merged: Hook = Object.create(first, {
    mode: { value: value.mode },
    onFailure: { value: value.onFailure },
    timeoutMs: { value: value.timeoutMs },
    background: { value: value.background },
    blockingExit: { value: value.blockingExit },
  });
  return merged;
}
