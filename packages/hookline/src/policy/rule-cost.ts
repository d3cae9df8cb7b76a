import type { Policy } from "./compile-policy.ts";
import type { CompiledException } from "./compile-rule.ts";
import type { Expression } from "./expression/expressions.ts";
import type { KnownExpression } from "./expression/known-expression.ts";
import { isOutOfReach } from "./judge-rule.ts";
import { type RuleContext, subjectsOf } from "./rule-context.ts";

/** So much is done in some milliseconds at worst; a call that is watched costs more than all of a small policy. */
const unwatched = 20_000;

/** So many letters of a text take about as long as one item of a list. */
const lettersOfItem = 64;

/** What a rule's conditions tell of its work: known once it is compiled, whatever event comes. */
export interface RuleCost {
  readonly grows: boolean;
  /** How deep loops stand in loops. */
  readonly depth: number;
  /** The conditions that no pack brought: whoever wrote them may have written anything. */
  readonly own: readonly Expression[];
  /** It goes through hosts or texts, so that their number counts. */
  readonly hosts: boolean;
  readonly texts: boolean;
}

/** Works it out. */
export function costOf(
  pack: string | null,
  when: Expression | null,
  except: readonly CompiledException[],
): RuleCost {
  const added = except.map((one) => one.when);
  const all = when ? [when, ...added] : added;
  return {
    grows: all.some(({ grows }) => grows),
    depth: Math.max(0, ...all.map(({ depth }) => depth)),
    own: pack === null ? all : added,
    hosts: all.some(({ names }) => names.has("hosts")),
    texts: all.some(({ names }) => names.has("texts")),
  };
}

/** The same of a rule of a pack, by what is known of its condition. */
export function knownCost({ grows, depth, names }: KnownExpression): RuleCost {
  return { grows, depth, own: [], hosts: names.includes("hosts"), texts: names.includes("texts") };
}

/** True if judging could take long: much to look at, loops in loops over long lists, or a condition that nobody knows to be small. */
export function isCostly(
  { rules, settings }: Policy,
  context: RuleContext,
  asides: readonly (string | null)[],
): boolean {
  let work = 0;
  let known: Sizes | null = null;
  for (let at = 0; at < rules.length; at++) {
    const rule = rules[at];
    if (!rule || asides[at] !== null || isOutOfReach(rule, context) || !rule.when) continue;
    const { grows, depth, own, hosts, texts } = rule.cost;
    if (grows) return true;
    const subjects = rule.subject === "event" ? 1 : subjectsOf(context, rule.subject).length;
    if (depth > 0 || own.length > 0) {
      known ??= sizesOf(context, settings);
      // Hosts and texts are worked out only for who asks for them.
      if (hosts) known.list = Math.max(known.list, context.model.hosts.length);
      if (texts) known.list = Math.max(known.list, context.model.texts.length);
    }
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

/** What a condition takes at worst: each part of it goes through the longest list or text, once for each turn of its loops. */
function workOf({ weight, items, joins, depth }: Expression, { list, text }: Sizes): number {
  const longest = Math.max(list, items, 1) * (1 + joins);
  const through = 1 + longest + (text * (1 + joins)) / lettersOfItem;
  return weight * (depth > 0 ? through * longest ** depth : Math.max(1, through / 10));
}

function sizesOf({ model }: RuleContext, settings: object): Sizes {
  const commands = model.command?.commands ?? [];
  const { list, text } = sizesOfSettings(settings);
  const sizes = { list: Math.max(list, commands.length, model.paths.length), text };
  for (const { args, text, code } of commands) {
    sizes.list = Math.max(sizes.list, args.length);
    sizes.text = Math.max(sizes.text, text.length, code?.text?.length ?? 0);
  }
  measure(model.event.payload, sizes, 0);
  return sizes;
}

const measured = new WeakMap<object, Sizes>();

/** Settings belong to a policy: they are measured once. */
function sizesOfSettings(settings: object): Readonly<Sizes> {
  let sizes = measured.get(settings);
  if (!sizes) {
    sizes = { list: 0, text: 0 };
    measure(settings, sizes, 0);
    measured.set(settings, sizes);
  }
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
