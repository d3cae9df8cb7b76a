import type { Policy } from "./compile-policy.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { whyAside } from "./judge-rule.ts";
import { type RuleContext, subjectsOf } from "./rule-context.ts";

/** So much is done in some milliseconds at worst; a call that is watched costs more than all of a small policy. */
const unwatched = 20_000;

/** True if judging could take long: much to look at, or loops in loops over long lists. */
export function isCostly({ rules, settings }: Policy, context: RuleContext): boolean {
  let work = 0;
  let longest: number | null = null;
  for (const rule of rules) {
    if (whyAside(rule, context) !== null) continue;
    const { when, subject } = rule;
    if (!when) continue;
    if (growsAnywhere(rule)) return true;
    const subjects = subject === "event" ? 1 : subjectsOf(context, subject).length;
    const depth = deepestOf(rule);
    if (depth > 0)
      longest ??= Math.max(
        longestIn(context.model.event.payload, 0),
        longestIn(settings, 0),
        ownLists(context),
      );
    work += subjects * (1 + rule.except.length) * (depth > 0 ? Math.max(longest ?? 0, 10) ** depth : 1);
    if (work > unwatched) return true;
  }
  return false;
}

function growsAnywhere({ when, except }: CompiledRule): boolean {
  return when?.grows === true || except.some((one) => one.when.grows);
}

function deepestOf({ when, except }: CompiledRule): number {
  return Math.max(when?.depth ?? 0, ...except.map((one) => one.when.depth));
}

/** The longest list of what we make ourselves. */
function ownLists({ model }: RuleContext): number {
  const commands = model.command?.commands ?? [];
  let longest = Math.max(commands.length, model.paths.length, model.hosts.length, model.texts.length);
  for (const { args } of commands) longest = Math.max(longest, args.length);
  return longest;
}

/** Nothing of use is nested deeper. */
const deepest = 100;

/** The longest list or map in a value. */
function longestIn(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || depth > deepest) return 0;
  const items = Object.values(value);
  let longest = items.length;
  for (const item of items) {
    if (typeof item === "object") longest = Math.max(longest, longestIn(item, depth + 1));
  }
  return longest;
}
