import type { Expression, Variables } from "./expressions.ts";
import { type Filter, type FilterPlan, filterBy } from "./filter-test.ts";
import type { Shape } from "./syntax.ts";
import type { JudgeTools } from "./tools.ts";

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
export function knownExpression(
  text: string,
  known: KnownExpression,
  tools: JudgeTools,
  compile: () => Expression,
): Expression {
  return new LaterExpression(text, known, tools, compile);
}

/** A class: a pack has many conditions, and an event asks few of them for more than their filter. */
class LaterExpression implements Expression {
  readonly text: string;
  readonly plan: FilterPlan | null;
  private readonly known: KnownExpression;
  private readonly tools: JudgeTools;
  private readonly compile: () => Expression;
  private made: Expression | null = null;
  private test: Filter | null = null;
  private sets: Pick<Expression, "names" | "fields" | "programs"> | null = null;

  constructor(text: string, known: KnownExpression, tools: JudgeTools, compile: () => Expression) {
    this.tools = tools;
    this.text = text;
    this.known = known;
    this.plan = known.plan;
    this.compile = compile;
  }

  private read(): Pick<Expression, "names" | "fields" | "programs"> {
    const { names, fields, programs } = this.known;
    this.sets ??= {
      names: new Set(names),
      fields: new Map(Object.entries(fields).map(([name, own]) => [name, new Set(own)])),
      programs: programs && new Set(programs),
    };
    return this.sets;
  }
  get depth(): number {
    return this.known.depth;
  }
  get grows(): boolean {
    return this.known.grows;
  }
  get weight(): number {
    return this.known.weight;
  }
  get items(): number {
    return this.known.items;
  }
  get joins(): number {
    return this.known.joins;
  }
  get patterns(): readonly string[] {
    return this.known.patterns;
  }
  get names(): ReadonlySet<string> {
    return this.read().names;
  }
  get fields(): Expression["fields"] {
    return this.read().fields;
  }
  get programs(): ReadonlySet<string> | null {
    return this.known.programs && this.read().programs;
  }
  get filter(): Filter | null {
    if (this.plan) this.test ??= filterBy(this.plan, this.tools);
    return this.test;
  }
  evaluate(variables: Variables): unknown {
    this.made ??= this.compile();
    return this.made.evaluate(variables);
  }
}
