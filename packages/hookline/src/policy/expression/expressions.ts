import * as cel from "@marcbachmann/cel-js";
import { type Filter, type FilterPlan, filterBy } from "./filter-test.ts";
import { narrowedPrograms } from "./narrowing.ts";
import { ourMatches, prepare, type Shape } from "./syntax.ts";
import type { JudgeTools } from "./tools.ts";

/** The values of variables by their names; an object without a prototype, or one that inherits from such. */
export type Variables = { readonly [name: string]: unknown };

/** A compiled expression of CEL. */
export interface Expression extends Shape {
  readonly text: string;
  /** The programs that it can be true for, if it is about a command and says so; null if it could be any. */
  readonly programs: ReadonlySet<string> | null;
  /** Tells cheaply for which subjects it is surely false; null if that takes judging it. */
  readonly filter: Filter | null;
  /** The same as data. */
  readonly plan: FilterPlan | null;
  /** What it gives for these variables; throws if it cannot be judged. */
  evaluate(variables: Variables): unknown;
}

/** An expression, or why there is none. */
export type CompiledExpression =
  | { readonly expression: Expression; readonly problem: null }
  | { readonly expression: null; readonly problem: string };

/** Nobody writes larger conditions, and each of these numbers bounds the work of whoever reads one. */
const limits = { maxAstNodes: 5000, maxDepth: 100, maxListElements: 1000, maxMapEntries: 200 };

/** Makes an environment in which `matches` runs on the engine that is given; types and variables may be added to it. */
export function createEnvironment(tools: JudgeTools): cel.Environment {
  const matches = (subject: string, source: string): boolean => {
    const compiled = tools.compilePattern(source);
    if (!compiled.pattern) throw new Error(invalidPattern(source, compiled.problem));
    const { matched, problem } = compiled.pattern.test(subject);
    if (problem !== null) throw new Error(problem);
    return matched;
  };
  return new cel.Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits,
  }).registerFunction(`string.${ourMatches}(string): bool`, matches);
}

/** Compiles an expression that says true or false; what is about a subject comes with what plans its filter. */
export function compileExpression(
  text: string,
  environment: cel.Environment,
  filtering: { readonly tools: JudgeTools; planOf(root: cel.ASTNode): FilterPlan | null } | null = null,
): CompiledExpression {
  const wrong = (problem: string): CompiledExpression => ({ expression: null, problem });
  try {
    const parsed = environment.parse(text);
    const shape = prepare(parsed.ast);
    const checked = parsed.check();
    if (!checked.valid) return wrong(errorText(checked.error));
    if (checked.type !== "bool" && checked.type !== "dyn") {
      return wrong(`it gives a value of type ${checked.type}, and not true or false`);
    }
    const programs = narrowedPrograms(parsed.ast);
    const plan = filtering?.planOf(parsed.ast) ?? null;
    const filter = plan && filtering && filterBy(plan, filtering.tools);
    const evaluate = (variables: Variables): unknown => parsed(variables);
    return { expression: { text, ...shape, programs, filter, plan, evaluate }, problem: null };
  } catch (error) {
    return wrong(errorText(error));
  }
}

/** What went wrong in an expression, in words and without its text. */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = "summary" in error && typeof error.summary === "string" ? error.summary : error.message;
  return text.replaceAll(ourMatches, "matches");
}

/** Says that a pattern is none, and why. */
export function invalidPattern(source: string, problem: string): string {
  return `"${source}" is no valid regular expression (${problem})`;
}
