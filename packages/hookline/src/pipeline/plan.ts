import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Fault } from "../contract/fault.ts";
import type { ApprovedHook, Hook, Scope } from "../contract/hook.ts";
import type { Lane, Plan, PlanItem, Skip, Strand } from "../contract/plan.ts";
import type { Runner } from "../contract/runner.ts";
import { mergeDuplicates } from "./duplicates.ts";

/** What a plan needs to know beside the hooks themselves. */
export interface Permits {
  /** Every dialect, in register order. */
  readonly dialects: readonly Dialect[];
  runnerOf(hook: Hook): Runner | undefined;
  /** Why a hook is not approved, or null if it is. */
  distrust(hook: Hook): string | null;
  /** True if the event happens where a hook holds. */
  isInScope(scope: Scope): boolean;
  /** True for a hook that was switched off by hand. */
  isOff(hook: Hook): boolean;
  /** Why a hook is paused, or null. */
  paused(hook: Hook): string | null;
  /** True for a `once` hook that has succeeded in this session. */
  isDone(hook: Hook): boolean;
  /** Why no hook may start at all (the recursion limit), or null. */
  readonly barred: string | null;
}

/** Decides which of the matching hooks run, in which order, and which are faults already. */
export function makePlan(event: Event, matching: readonly Hook[], permits: Permits): Plan {
  const skips: Skip[] = [];
  const notes: { hook: Hook; text: string }[] = [];
  const lanes: Lane[] = [];
  let order = 0;
  for (const { dialect, hooks, distinct } of byDialect(matching, permits.dialects)) {
    const ready: Hook[] = [];
    for (const hook of hooks) {
      const why = reasonToSkip(event, hook, dialect, permits, notes);
      if (why === null) ready.push(hook);
      else skips.push({ hook, why });
    }
    if (ready.length === 0) continue;
    const once =
      dialect.duplicates === "once" && !distinct
        ? mergeDuplicates(ready, skips, (hook) => permits.distrust(hook) === null)
        : ready;
    const items = once.map((hook) => planItem(event, hook, order++, dialect, permits));
    if (items.length > 0) lanes.push({ dialect, strands: strandsOf(items, dialect) });
  }
  return { event, lanes, skips, notes };
}

interface OfDialect {
  readonly dialect: Dialect;
  readonly hooks: readonly Hook[];
  /** No two of them are equal. */
  readonly distinct: boolean;
}

/** The hooks that match a subject are mostly the same list as before, and there are many dialects. */
const sorted = new WeakMap<
  readonly Hook[],
  { readonly dialects: readonly Dialect[]; readonly groups: readonly OfDialect[] }
>();

/** Hooks by dialect, in register order. */
function byDialect(matching: readonly Hook[], dialects: readonly Dialect[]): readonly OfDialect[] {
  const known = sorted.get(matching);
  if (known?.dialects === dialects) return known.groups;
  const groups = dialects
    .map((dialect) => ofDialect(dialect, matching))
    .filter(({ hooks }) => hooks.length > 0);
  sorted.set(matching, { dialects, groups });
  return groups;
}

function ofDialect(dialect: Dialect, matching: readonly Hook[]): OfDialect {
  const hooks = matching.filter((hook) => hook.dialect === dialect.name);
  const distinct = hooks.length < 2 || new Set(hooks.map(({ identity }) => identity)).size === hooks.length;
  return { dialect, hooks, distinct };
}

function reasonToSkip(
  event: Event,
  hook: Hook,
  dialect: Dialect,
  permits: Permits,
  notes: { hook: Hook; text: string }[],
): string | null {
  if (hook.disabled !== null) return `disabled: ${hook.disabled}`;
  if (permits.isOff(hook)) return "disabled: it was switched off in this session";
  const paused = permits.paused(hook);
  if (paused !== null) return paused;
  if (hook.scope && !permits.isInScope(hook.scope)) return scopeText(hook.scope);
  for (const name of conditions) {
    const condition = hook[name];
    if (!condition) continue;
    const { holds, problem } = condition.test(event);
    if (problem) notes.push({ hook, text: problem });
    if (!holds) return `${name}: ${condition.text}`;
  }
  if (hook.once && permits.isDone(hook)) return "once: it has succeeded in this session";
  if (dialect.subagents === "off" && event.payload.agent_id !== undefined) {
    return `${dialect.title} runs no hooks in sub-agents`;
  }
  return null;
}

const conditions = ["if", "when"] as const;

const scopeNouns = { agent: "the agent", subagent: "the sub-agent", skill: "sessions that use the skill" };

/** Where a hook holds, in words. */
export function scopeText({ of, names, except }: Scope): string {
  const where = `in ${scopeNouns[of]} ${names.map((name) => `"${name}"`).join(" and ")}`;
  return except ? `not ${where}, whose own hooks hold instead` : `only ${where}`;
}

function planItem(event: Event, hook: Hook, order: number, dialect: Dialect, permits: Permits): PlanItem {
  const policy = permits.runnerOf(hook)?.policy === true;
  const fault = policy ? null : faultOf(hook, permits);
  if (fault) return { kind: "fault", order, hook, fault };
  const background = hook.background || dialect.background.includes(event.spec.name);
  const trusted = !policy || permits.distrust(hook) === null;
  return { kind: "run", order, hook: approve(hook), background, trusted };
}

function faultOf(hook: Hook, permits: Permits): Fault | null {
  const distrust = permits.distrust(hook);
  if (distrust !== null) return { kind: "untrusted", detail: distrust };
  return permits.barred === null ? null : { kind: "resource", detail: permits.barred };
}

/** The one place where a hook becomes one that may run. */
function approve(hook: Hook): ApprovedHook {
  return hook as ApprovedHook;
}

function strandsOf(items: readonly PlanItem[], dialect: Dialect): Strand[] {
  if (items.length === 1) return [items];
  const strands: PlanItem[][] = [];
  const chains = new Map<number, PlanItem[]>();
  for (const item of items) {
    const together = dialect.order === "sequential" ? -1 : null;
    const chain = item.hook.sequential ? item.hook.group : together;
    const waited = item.kind === "fault" || !item.background;
    const open = chain !== null && waited ? chains.get(chain) : undefined;
    if (open) {
      open.push(item);
      continue;
    }
    const strand = [item];
    strands.push(strand);
    if (chain !== null && waited) chains.set(chain, strand);
  }
  return strands;
}
