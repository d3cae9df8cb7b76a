import type { Policy } from "./compile-policy.ts";
import type { CompiledRule } from "./compile-rule.ts";
import type { Expression } from "./expression/expressions.ts";
import { whyAside } from "./judge-rule.ts";
import { type RuleContext, subjectsOf } from "./rule-context.ts";

/** So much is done in some milliseconds at worst; a call that is watched costs more than all of a small policy. */
const unwatched = 20_000;

/** So many letters of a text take about as long as one item of a list. */
const lettersOfItem = 64;

/** True if judging could take long: much to look at, loops in loops over long lists, or a condition that nobody knows to be small. */
export function isCostly({ rules, settings }: Policy, context: RuleContext): boolean {
  let work = 0;
  let known: Sizes | null = null;
  for (const rule of rules) {
    if (whyAside(rule, context) !== null) continue;
    const { when, subject } = rule;
    if (!when) continue;
    if (growsAnywhere(rule)) return true;
    const subjects = subject === "event" ? 1 : subjectsOf(context, subject).length;
    const depth = deepestOf(rule);
    const own = ownConditions(rule);
    if (depth > 0 || own.length > 0) known ??= sizesOf(context, settings);
    const longest = Math.max(known?.list ?? 0, 10);
    work += subjects * (1 + rule.except.length) * (depth > 0 ? longest ** depth : 1);
    for (const one of own) work += subjects * workOf(one, known ?? nothing);
    if (work > unwatched) return true;
  }
  return false;
}

/** How long lists and texts are at most. */
interface Sizes {
  list: number;
  text: number;
}

const nothing: Sizes = { list: 0, text: 0 };

/** The conditions that no pack brought: whoever wrote them may have written anything. */
function ownConditions({ pack, when, except }: CompiledRule): readonly Expression[] {
  const added = except.map((one) => one.when);
  return pack === null && when ? [when, ...added] : added;
}

/** What a condition takes at worst: each part of it goes through the longest list or text, once for each turn of its loops. */
function workOf({ weight, items, joins, depth }: Expression, { list, text }: Sizes): number {
  const longest = Math.max(list, items, 1) * (1 + joins);
  const through = 1 + longest + (text * (1 + joins)) / lettersOfItem;
  return weight * (depth > 0 ? through * longest ** depth : Math.max(1, through / 10));
}

function growsAnywhere({ when, except }: CompiledRule): boolean {
  return when?.grows === true || except.some((one) => one.when.grows);
}

function deepestOf({ when, except }: CompiledRule): number {
  return Math.max(when?.depth ?? 0, ...except.map((one) => one.when.depth));
}

function sizesOf({ model }: RuleContext, settings: object): Sizes {
  const commands = model.command?.commands ?? [];
  const sizes = {
    list: Math.max(commands.length, model.paths.length, model.hosts.length, model.texts.length),
    text: 0,
  };
  for (const { args, text, code } of commands) {
    sizes.list = Math.max(sizes.list, args.length);
    sizes.text = Math.max(sizes.text, text.length, code?.text?.length ?? 0);
  }
  measure(model.event.payload, sizes, 0);
  measure(settings, sizes, 0);
  return sizes;
}

/** Nothing of use is nested deeper. */
const deepest = 100;

/** Notes the longest list, map and text in a value. */
function measure(value: unknown, sizes: Sizes, depth: number): void {
  if (typeof value === "string") sizes.text = Math.max(sizes.text, value.length);
  if (typeof value !== "object" || value === null || depth > deepest) return;
  const items = Object.values(value);
  sizes.list = Math.max(sizes.list, items.length);
  for (const item of items) measure(item, sizes, depth + 1);
}
