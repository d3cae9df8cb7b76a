import type { Environment } from "@marcbachmann/cel-js";
import { baseName } from "../contract/base-name.ts";
import { later } from "../contract/later.ts";
import { suggest } from "../contract/suggest.ts";
import { builtInEvents } from "../events/catalog.ts";
import { commonFields } from "../events/common.ts";
import { compileExpression, type Expression, invalidPattern } from "./expression/expressions.ts";
import { filterPlan } from "./expression/filter.ts";
import { ruleVariables, subjectVariables } from "./expression/rule-environment.ts";
import type { JudgeTools } from "./expression/tools.ts";
import type { Rule, RuleException, RuleSubject } from "./rule.ts";
import { costOf, type RuleCost } from "./rule-cost.ts";

/** What compiles rules: the environments, and the tools that they were made with. */
export interface RuleCompiler {
  readonly environments: Readonly<Record<RuleSubject, Environment>>;
  readonly tools: JudgeTools;
}

/** An exception whose condition is compiled. */
export interface CompiledException {
  readonly exception: RuleException;
  readonly when: Expression;
}

/** A rule that is ready to be judged. */
export interface CompiledRule {
  readonly rule: Rule;
  /** The pack that it comes from; null if it is the entry's own. */
  readonly pack: string | null;
  readonly subject: RuleSubject;
  /** Null for a rule that could not be compiled: it always faults. */
  readonly when: Expression | null;
  /** Why it always faults; empty if it does not. */
  readonly fault: string;
  readonly except: readonly CompiledException[];
  /** What can be told of its work before there is an event. */
  readonly cost: RuleCost;
  readonly kinds: Words | null;
  readonly programs: Words | null;
  readonly events: Words | null;
  /** Of a rule about paths that is known before it is compiled: what must be done to one for its condition to be true. */
  readonly accesses: readonly string[] | null;
}

/** Words that are asked for one by one. */
export type Words = Pick<ReadonlySet<string>, "has"> & Iterable<string>;

/** What is wrong with a condition, and which: `when`, or that of the exception with this number. */
export interface ConditionProblem {
  readonly exception: number | null;
  readonly message: string;
}

/** Compiles a rule that has been read; what is wrong with one of its conditions makes it one that always faults. */
export function compileRule(
  rule: Rule,
  pack: string | null,
  compiler: RuleCompiler,
): { readonly compiled: CompiledRule; readonly problems: readonly ConditionProblem[] } {
  const subject = rule.each ?? "event";
  const problems: ConditionProblem[] = [];
  const compile = (text: string, exception: number | null): Expression | null => {
    const { expression, message } = compileCondition(text, subject, compiler);
    if (message !== null) problems.push({ exception, message });
    return expression;
  };
  const when = compile(rule.when, null);
  const except = (rule.except ?? []).flatMap((exception, index) => {
    const condition = compile(exception.when, index);
    return condition ? [{ exception, when: condition }] : [];
  });
  const fault = problems.map(({ message }) => message).join("; ");
  const cost = costOf(pack, when, except);
  return { compiled: { ...rowOf(rule, pack), when, fault, except, cost }, problems };
}

/** A rule that could not be read: it always faults, and says why. */
export function faultyRule(id: string, fault: string): CompiledRule {
  const rule: Rule = { id, verdict: "deny", when: "true", reason: fault };
  return { ...rowOf(rule, null), when: null, fault, except: [], cost: costOf(null, null, []) };
}

function rowOf(rule: Rule, pack: string | null) {
  const { each: subject = "event", kinds, programs, events } = rule;
  const set = (words: readonly string[] | undefined) => (words ? new Set(words) : null);
  // Programs are known by their base names, wherever they lie; those of packs are.
  const named = set(programs?.map(baseName));
  return { rule, pack, subject, kinds: set(kinds), programs: named, events: set(events), accesses: null };
}

/** Top-level names that an expression may use: ours, and the fields of the payloads of all events. */
const payloadNames: () => ReadonlySet<string> = later(
  () =>
    new Set([...Object.keys(commonFields), ...builtInEvents.flatMap(({ payload }) => Object.keys(payload))]),
);
const celNames: ReadonlySet<string> = new Set(
  "cel optional int uint double bool string bytes list map null_type type dyn google".split(" "),
);

function compileCondition(
  text: string,
  subject: RuleSubject,
  { environments, tools }: RuleCompiler,
): { readonly expression: Expression | null; readonly message: string | null } {
  const { expression, problem } = compileExpression(text, environments[subject], {
    tools,
    planOf: (root) => filterPlan(root, subject),
  });
  if (!expression) return { expression: null, message: `"${short(text)}" cannot be judged (${problem})` };
  const wrong = wrongName(expression, subject) ?? wrongPattern(expression, tools);
  return wrong === null
    ? { expression, message: null }
    : { expression: null, message: `"${short(text)}": ${wrong}` };
}

/** So much of an expression is enough to know it again. */
const shown = 80;

function short(text: string): string {
  return text.length > shown ? `${text.slice(0, shown - 1)}…` : text;
}

function wrongPattern({ patterns }: Expression, tools: JudgeTools): string | null {
  for (const pattern of patterns) {
    const { problem } = tools.compilePattern(pattern);
    if (problem !== null) return invalidPattern(pattern, problem);
  }
  return null;
}

/** A misspelt variable would fault on every event: it is told when the rule is loaded. */
function wrongName({ names }: Expression, subject: RuleSubject): string | null {
  for (const name of names) {
    if (name === subject || Object.hasOwn(ruleVariables, name) || celNames.has(name)) continue;
    // The things that rules are asked about hide fields of the payload that have the same name.
    if (Object.hasOwn(subjectVariables, name))
      return `"${name}" is there only in rules with "each": "${name}"`;
    if (payloadNames().has(name)) continue;
    const meant = suggest(name, [subject, ...Object.keys(ruleVariables), ...payloadNames()]);
    const instead =
      meant === null ? `write payload.${name} if it is a field of the event` : `did you mean "${meant}"?`;
    return `there is no variable "${name}"; ${instead}`;
  }
  return null;
}
