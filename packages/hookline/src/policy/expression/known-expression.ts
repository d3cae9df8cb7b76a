import type { Expression } from "./expressions.ts";
import { type FilterPlan, filterBy } from "./filter.ts";
import type { Shape } from "./syntax.ts";

/** What can be told of an expression before it is judged, as data: whoever has it needs the language only to judge. */
export interface KnownExpression extends Omit<Shape, "names" | "fields"> {
  readonly names: readonly string[];
  readonly fields: { readonly [variable: string]: readonly string[] };
  readonly programs: readonly string[] | null;
  readonly plan: FilterPlan | null;
}

/** What is known of a compiled expression. */
export function knownOf({ names, fields, programs, plan, ...shape }: Expression): KnownExpression {
  const { depth, grows, weight, items, joins, patterns } = shape;
  return {
    depth,
    grows,
    weight,
    items,
    joins,
    patterns,
    names: [...names],
    fields: Object.fromEntries([...fields].map(([name, own]) => [name, [...own]])),
    programs: programs && [...programs],
    plan,
  };
}

/** The expression that something is known of; it is compiled when it is judged for the first time. */
export function knownExpression(text: string, known: KnownExpression, compile: () => Expression): Expression {
  const { names, fields, programs, plan, ...shape } = known;
  let made: Expression | null = null;
  return {
    text,
    ...shape,
    names: new Set(names),
    fields: new Map(Object.entries(fields).map(([name, own]) => [name, new Set(own)])),
    programs: programs && new Set(programs),
    plan,
    filter: plan && filterBy(plan),
    evaluate(variables) {
      made ??= compile();
      return made.evaluate(variables);
    },
  };
}
