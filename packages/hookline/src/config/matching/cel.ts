import { type ASTNode, Environment } from "@marcbachmann/cel-js";
import type { Event } from "../../contract/event.ts";
import type { Condition } from "../../contract/hook.ts";
import { callWithin } from "../../system/bounded-call.ts";
import { type CompiledPattern, compileLinearPattern, compilePattern } from "../../system/patterns/pattern.ts";
import { celVariables } from "./cel-variables.ts";

/** A compiled `when`, and what is wrong with it. */
export interface CompiledWhen {
  readonly condition: Condition;
  readonly problem: string | null;
}

/** An expression that goes through lists inside lists can take for ever. */
const limitMs = 100;

/** The library keeps its own `matches`, so calls of it are renamed to ours after parsing. */
const ourMatches = "matchesPattern";
const loops: ReadonlySet<string> = new Set(["all", "exists", "exists_one", "map", "filter"]);

const patterns = new Map<string, CompiledPattern>();
let patternProblem: string | null = null;

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
}).registerFunction(`string.${ourMatches}(string): bool`, matches);

function matches(subject: string, source: string): boolean {
  let compiled = patterns.get(source);
  if (!compiled) {
    compiled = compilePattern(source);
    // CEL's own patterns are those of RE2, so what JavaScript does not know is left to it.
    if (!compiled.pattern) compiled = compileLinearPattern(source);
    if (patterns.size >= 100) patterns.clear();
    patterns.set(source, compiled);
  }
  if (!compiled.pattern) throw new Error(`"${source}" is no valid regular expression (${compiled.problem})`);
  const { matched, problem } = compiled.pattern.test(subject);
  patternProblem ??= problem;
  return matched;
}

/** Compiles a `when`: an expression of CEL about the event; what cannot be judged holds, with a problem. */
export function compileWhen(expression: string): CompiledWhen {
  const always = (why: string): CompiledWhen => {
    const problem = `when: "${expression}" cannot be judged (${why}), so the hook always runs; correct the expression`;
    return { condition: { text: expression, test: () => ({ holds: true, problem }) }, problem };
  };
  try {
    const checked = environment.check(expression);
    if (!checked.valid) return always(summary(checked.error));
    if (checked.type !== "bool" && checked.type !== "dyn") {
      return always(`it gives a value of type ${checked.type}, and not true or false`);
    }
    const parsed = environment.parse(expression);
    const looping = prepare(parsed.ast);
    const evaluate = (event: Event): unknown => parsed(celVariables(event));
    return { condition: conditionOf(expression, evaluate, looping), problem: null };
  } catch (error) {
    return always(summary(error));
  }
}

function conditionOf(expression: string, evaluate: (event: Event) => unknown, looping: boolean): Condition {
  const unjudged = (why: string) => ({
    holds: true,
    problem: `when: "${expression}": ${why}; the hook runs`,
  });
  return {
    text: expression,
    test(event) {
      patternProblem = null;
      try {
        const result = looping
          ? callWithin(limitMs, () => evaluate(event))
          : { kind: "value" as const, value: evaluate(event) };
        if (result.kind === "limit") return unjudged(`it was not done after ${limitMs} ms`);
        if (typeof result.value !== "boolean") return unjudged("it gave neither true nor false");
        if (patternProblem !== null) return unjudged(patternProblem);
        return { holds: result.value };
      } catch (error) {
        return unjudged(summary(error));
      }
    },
  };
}

function summary(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = "summary" in error && typeof error.summary === "string" ? error.summary : error.message;
  return text.replaceAll(ourMatches, "matches");
}

/** Renames the calls of `matches` below a node, and says whether it goes through lists. */
function prepare(node: ASTNode): boolean {
  let looping = false;
  if (node.op === "rcall") {
    looping = loops.has(node.args[0]);
    if (node.args[0] === "matches") node.args[0] = ourMatches;
  }
  for (const child of children(node)) looping = prepare(child) || looping;
  return looping;
}

function children(node: ASTNode): readonly ASTNode[] {
  switch (node.op) {
    case "value":
    case "id":
      return [];
    case "!_":
    case "-_":
      return [node.args];
    case ".":
    case ".?":
      return [node.args[0]];
    case "call":
      return node.args[1];
    case "rcall":
      return [node.args[1], ...node.args[2]];
    case "map":
      return node.args.flat();
    default:
      return node.args;
  }
}
