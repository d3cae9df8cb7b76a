import { type CompiledRule, compileRule, type RuleCompiler, type Words } from "./compile-rule.ts";
import type { Expression } from "./expression/expressions.ts";
import { type KnownExpression, knownExpression } from "./expression/known-expression.ts";
import type { Rule, RuleSubject } from "./rule.ts";
import { knownCost, type RuleCost } from "./rule-cost.ts";

/** What a pack can tell of a rule before it is compiled. */
export interface ToldRule {
  known(): KnownExpression | undefined;
  readonly accesses: readonly string[] | null;
}

/** The same rule, compiled when somebody asks for what is in it; with what is `known` of its condition, when it is judged. */
export function laterRule(rule: Rule, pack: string, compiler: RuleCompiler, told: ToldRule): CompiledRule {
  return new LaterRule(rule, pack, told.accesses, () => {
    const data = rule.except ? undefined : told.known();
    return data ? knownRule(rule, pack, compiler, data) : compileRule(rule, pack, compiler).compiled;
  });
}

type Inside = Pick<CompiledRule, "when" | "fault" | "except" | "cost">;

/** A class: of the many rules of a pack, most events need nothing but to know that they are for others. */
class LaterRule implements CompiledRule {
  readonly rule: Rule;
  readonly pack: string;
  readonly subject: RuleSubject;
  private readonly compile: () => Inside;
  private made: Inside | null = null;
  readonly kinds: Words | null;
  readonly programs: Words | null;
  readonly events: Words | null;
  readonly accesses: readonly string[] | null;

  constructor(rule: Rule, pack: string, accesses: readonly string[] | null, compile: () => Inside) {
    this.accesses = accesses;
    this.rule = rule;
    this.pack = pack;
    this.subject = rule.each ?? "event";
    this.compile = compile;
    this.kinds = wordsOf(rule.kinds);
    this.programs = wordsOf(rule.programs);
    this.events = wordsOf(rule.events);
  }

  private inside(): Inside {
    this.made ??= this.compile();
    return this.made;
  }
  get when(): Expression | null {
    return this.inside().when;
  }
  get fault(): string {
    return this.inside().fault;
  }
  get except(): CompiledRule["except"] {
    return this.inside().except;
  }
  get cost(): RuleCost {
    return this.inside().cost;
  }
}

/** The words of a list as they stand: a set would have to be made of them first. */
class WordList implements Words {
  private readonly list: readonly string[];

  constructor(list: readonly string[]) {
    this.list = list;
  }
  has(word: string): boolean {
    return this.list.includes(word);
  }
  [Symbol.iterator](): Iterator<string> {
    return this.list[Symbol.iterator]();
  }
}

function wordsOf(list: readonly string[] | undefined): Words | null {
  return list ? new WordList(list) : null;
}

function knownRule(rule: Rule, pack: string, compiler: RuleCompiler, known: KnownExpression): Inside {
  const when = knownExpression(rule, known, compiler.tools, () => {
    const { compiled } = compileRule(rule, pack, compiler);
    if (!compiled.when) throw new Error(compiled.fault);
    return compiled.when;
  });
  return { when, fault: "", except: [], cost: knownCost(known) };
}
