import type { Hook, Mode } from "../contract/hook.ts";
import type { Skip } from "../contract/plan.ts";

const strictness: readonly Mode[] = ["shadow", "warn", "enforce"];

/** Keeps the first of equal hooks, made as strict and as patient as the strictest of them; the others are skips. */
export function mergeDuplicates(hooks: readonly Hook[], skips: Skip[]): readonly Hook[] {
  if (hooks.length < 2) return hooks;
  const kept = new Map<string, Hook>();
  for (const hook of hooks) {
    const first = kept.get(hook.identity);
    if (first) {
      skips.push({ hook, why: `duplicate of ${first.id} (${first.source.text})` });
      kept.set(hook.identity, stricter(first, hook));
    } else {
      kept.set(hook.identity, hook);
    }
  }
  return kept.size === hooks.length ? hooks : [...kept.values()];
}

function stricter(first: Hook, other: Hook): Hook {
  const value = {
    mode: strictness.indexOf(other.mode) > strictness.indexOf(first.mode) ? other.mode : first.mode,
    onFailure: first.onFailure === "block" ? first.onFailure : other.onFailure,
    timeoutMs: Math.max(first.timeoutMs, other.timeoutMs),
    background: first.background && other.background,
  };
  // Inherits instead of copying: `source` and `id` are worked out only when somebody reads them.
  const merged: Hook = Object.create(first, {
    mode: { value: value.mode },
    onFailure: { value: value.onFailure },
    timeoutMs: { value: value.timeoutMs },
    background: { value: value.background },
  });
  return merged;
}
