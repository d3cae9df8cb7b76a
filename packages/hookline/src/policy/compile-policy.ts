import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import { type CompiledRule, compileRule, faultyRule, type RuleCompiler } from "./compile-rule.ts";
import { celObject } from "./expression/event-variables.ts";
import { createRuleEnvironments } from "./expression/rule-environment.ts";
import type { JudgeTools } from "./expression/tools.ts";
import { laterRule } from "./later-rule.ts";
import type { Pack } from "./pack.ts";
import { type PolicyProblem, problemList } from "./problem.ts";
import { readPolicy, untilThen } from "./read-policy.ts";

/** Rules that are ready to be judged together. */
export interface Policy {
  readonly rules: readonly CompiledRule[];
  /** What rules see as `settings`: those of the packs where nobody said otherwise. */
  readonly settings: object;
  readonly tools: JudgeTools;
  /** Whether a rule looks at paths: then it must be known where they really lead. */
  readonly looksAtPaths: boolean;
}

/** A policy, and everything that is wrong with what it was made of. What is wrong blocks: each error is a rule that always faults. */
export interface CompiledPolicy {
  readonly policy: Policy;
  readonly problems: readonly PolicyProblem[];
}

/** What a policy is compiled with. */
export interface PolicyMakers {
  readonly tools: JudgeTools;
  readonly packs: readonly Pack[];
  /** Today, as `2026-11-15`: rules and exceptions that have expired are told. */
  readonly today: string;
}

const compilers = new WeakMap<JudgeTools, RuleCompiler>();

/** Compiles a policy as it is written: `packs`, `rules`, `settings` and `except`; never throws. */
export function compilePolicy(written: JsonObject, makers: PolicyMakers): CompiledPolicy {
  const list = problemList();
  const read = readPolicy(written, makers, list);
  const compiler = compilerFor(makers.tools);
  const rules: CompiledRule[] = [];
  const compileOne = (one: (typeof read.rules)[number]) => {
    // The rules of packs are known to be right: each is compiled when an event needs it.
    if (one.pack !== null && one.exceptionPaths.length === 0) {
      rules.push(laterRule(one.rule, one.pack, compiler, one));
      return;
    }
    const { compiled, problems } = compileRule(one.rule, one.pack, compiler);
    rules.push(compiled);
    const isOver = one.rule.expires !== undefined && one.rule.expires < makers.today;
    for (const { exception, message } of problems) {
      const at = (exception === null ? [...one.path, "when"] : one.exceptionPaths[exception]) ?? one.path;
      const text = `rule ${one.rule.id}: ${message}`;
      if (isOver) list.warning(at, text, "correct the expression before you renew the rule");
      else list.error(at, text, `correct the expression; ${untilThen}`);
    }
    tellExpired(one.rule, one.path, makers.today);
  };
  const tellExpired = (
    { id, expires }: { id: string; expires?: string },
    path: PolicyProblem["path"],
    today: string,
  ) => {
    if (expires !== undefined && expires < today)
      list.warning(
        [...path, "expires"],
        `rule ${id} expired on ${expires} and is no longer in force`,
        "renew or remove it",
      );
  };
  for (const one of read.rules) compileOne(one);
  for (const { id, message } of read.faults) rules.push(faultyRule(id, message));
  warnOfSettings(read.unknownSettings, rules, list.warning);
  return {
    policy: {
      rules,
      settings: celObject(read.settings),
      tools: makers.tools,
      looksAtPaths: rules.some(looksAtPaths),
    },
    problems: list.problems,
  };
}

/** What compiles rules with these tools: one for all policies. */
export function compilerFor(tools: JudgeTools): RuleCompiler {
  let environments: RuleCompiler["environments"] | null = null;
  const compiler = compilers.get(tools) ?? {
    // Rules of which enough is known are judged without the language.
    get environments() {
      environments ??= createRuleEnvironments(tools);
      return environments;
    },
    tools,
  };
  compilers.set(tools, compiler);
  return compiler;
}

function looksAtPaths({ subject, rule }: CompiledRule): boolean {
  return subject === "path" || [rule, ...(rule.except ?? [])].some(({ when }) => when.includes("paths"));
}

/** A setting that neither a pack nor a rule reads is a misspelt one. */
function warnOfSettings(
  unknown: ReadonlyMap<string, readonly string[]>,
  rules: readonly CompiledRule[],
  warn: (path: PolicyProblem["path"], message: string, hint: string) => void,
): void {
  for (const [name, known] of unknown) {
    const own = rules.filter(({ pack }) => pack === null);
    if (own.some(({ when }) => when?.fields.get("settings")?.has(name) || when?.text.includes(`"${name}"`)))
      continue;
    const meant = suggest(name, known);
    const hint = meant === null ? "remove it" : `did you mean "${meant}"?`;
    warn(["settings", name], `no rule reads the setting "${name}"`, hint);
  }
}

/** True for what may be a policy: an object with at least one of its fields. */
export function isPolicy(value: Json | undefined): value is JsonObject {
  return isObject(value) && ["packs", "rules"].some((name) => value[name] !== undefined);
}
