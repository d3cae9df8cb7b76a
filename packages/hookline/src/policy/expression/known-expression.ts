import type { Expression, Variables } from "./expressions.ts";
import { type Filter, type FilterPlan, filterBy } from "./filter-test.ts";
import type { Shape } from "./syntax.ts";
import type { JudgeTools } from "./tools.ts";

/** What can be told of an expression before it is judged, as data: whoever has it needs the language only to judge. */
export interface KnownExpression extends Pick<Shape, "depth" | "grows"> {
  readonly names: readonly string[];
  readonly programs: readonly string[] | null;
  readonly plan: FilterPlan | null;
  /** What few events ask for. */
  rest(): KnownRest;
}

/** The rest of it. */
export interface KnownRest extends Pick<Shape, "weight" | "items" | "joins" | "patterns"> {
  readonly fields: { readonly [variable: string]: readonly string[] };
}

/** What is known of a compiled expression. */
export function knownOf(expression: Expression): KnownExpression {
  const { depth, grows, names, programs, plan, weight, items, joins, patterns, fields } = expression;
  const lists = Object.fromEntries([...fields].map(([name, own]) => [name, [...own]]));
  return {
    depth,
    grows,
    names: [...names],
    programs: programs && [...programs],
    plan,
    rest: () => ({ weight, items, joins, patterns, fields: lists }),
  };
}

/** The expression that something is known of; it is compiled when it is judged for the first time. */
export function knownExpression(
  written: { readonly when: string },
  known: KnownExpression,
  tools: JudgeTools,
  compile: () => Expression,
): Expression {
  return new LaterExpression(written, known, tools, compile);
}

/** A class: a pack has many conditions, and an event asks few of them for more than their filter. */
class LaterExpression implements Expression {
  private readonly written: { readonly when: string };
  readonly plan: FilterPlan | null;
  private readonly known: KnownExpression;
  private readonly tools: JudgeTools;
  private readonly compile: () => Expression;
  private made: Expression | null = null;
  private test: Filter | null = null;
  private more: KnownRest | null = null;
  private sets: {
    names?: ReadonlySet<string>;
    programs?: ReadonlySet<string>;
    fields?: Expression["fields"];
  } = {};

  constructor(
    written: { readonly when: string },
    known: KnownExpression,
    tools: JudgeTools,
    compile: () => Expression,
  ) {
    this.tools = tools;
    this.written = written;
    this.known = known;
    this.plan = known.plan;
    this.compile = compile;
  }

  private rest(): KnownRest {
    this.more ??= this.known.rest();
    return this.more;
  }
  get text(): string {
    return this.written.when;
  }
  get depth(): number {
    return this.known.depth;
  }
  get grows(): boolean {
    return this.known.grows;
  }
  get weight(): number {
    return this.rest().weight;
  }
  get items(): number {
    return this.rest().items;
  }
  get joins(): number {
    return this.rest().joins;
  }
  get patterns(): readonly string[] {
    return this.rest().patterns;
  }
  get names(): ReadonlySet<string> {
    this.sets.names ??= new Set(this.known.names);
    return this.sets.names;
  }
  get fields(): Expression["fields"] {
    this.sets.fields ??= new Map(
      Object.entries(this.rest().fields).map(([name, own]) => [name, new Set(own)]),
    );
    return this.sets.fields;
  }
  get programs(): ReadonlySet<string> | null {
    const { programs } = this.known;
    if (programs) this.sets.programs ??= new Set(programs);
    return this.sets.programs ?? null;
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
