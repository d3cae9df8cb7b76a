import type { CompiledException, CompiledRule } from "./compile-rule.ts";
import { CommandValue } from "./expression/command-value.ts";
import { type Expression, errorText, type Variables } from "./expression/expressions.ts";
import { TextValue } from "./expression/small-values.ts";
import type { RuleException } from "./rule.ts";
import { nameOf, type RuleContext, subjectsOf } from "./rule-context.ts";

/** What one rule says about one event. `aside`: it is for other events, tools or programs. */
export type RuleSays = "fits" | "no" | "excepted" | "expired" | "aside" | "error";

/** What one rule says, and of what. */
export interface RuleSaying {
  readonly compiled: CompiledRule;
  readonly says: RuleSays;
  /** The command, path, host or field that it fits, or that an exception holds for; empty for the event. */
  readonly about: string;
  /** Why it could not be judged, or why it is aside. */
  readonly detail: string;
  /** The exception that holds. */
  readonly exception: RuleException | null;
  /** Exceptions that would hold if they had not expired. */
  readonly expired: readonly RuleException[];
  /** The fields of the texts that it fits, for a rule that redacts them. */
  readonly fields: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

/** Asks one rule; never throws: what cannot be judged is an error. */
export function judgeRule(compiled: CompiledRule, settings: object, context: RuleContext): RuleSaying {
  const aside = whyAside(compiled, context);
  if (aside !== null) return saying(compiled, "aside", { ...nothing, detail: aside });
  const { rule, when, fault } = compiled;
  if (when === null || fault !== "") return saying(compiled, "error", { ...nothing, detail: fault });
  try {
    const ask = rule.verdict === "allow" ? askAll : askAny;
    const found = ask(compiled, when, settings, context);
    const isOver = rule.expires !== undefined && rule.expires < context.facts.today;
    return saying(compiled, found.says === "fits" && isOver ? "expired" : found.says, found);
  } catch (error) {
    return saying(compiled, "error", { ...nothing, detail: errorText(error) });
  }
}

type Found = Omit<RuleSaying, "compiled">;

const nothing: Found = { says: "no", about: "", detail: "", exception: null, expired: [], fields: noFields };

function saying(compiled: CompiledRule, says: RuleSays, found: Found): RuleSaying {
  const { about, detail, exception, expired, fields } = found;
  return { compiled, says, about, detail, exception, expired, fields };
}

/** Why a rule is not asked about an event: it is for others; null if it is. */
export function whyAside(
  { events, kinds, programs, rule }: CompiledRule,
  { model, programs: started }: RuleContext,
): string | null {
  const { spec, tool } = model.event;
  if (events && !events.has(spec.name)) return `not for ${spec.name}`;
  if (kinds && !kinds.has(tool?.kind ?? ""))
    return tool ? `not for tools of the kind ${tool.kind}` : "not without a tool";
  return programs ? whyNoProgram(programs, started, rule.verdict === "allow") : null;
}

/** What is allowed is all that happens: where one program is started that is not named, nothing is. */
function whyNoProgram(named: ReadonlySet<string>, started: ReadonlySet<string>, all: boolean): string | null {
  for (const program of started) {
    if (all && !named.has(program)) return `it starts ${program || "something unknown"} as well`;
    if (!all && named.has(program)) return null;
  }
  return all && started.size > 0 ? null : "none of its programs is started";
}

/** Denies, asks and redacts if one subject fits that no exception holds for. */
function askAny(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const { subject, rule } = compiled;
  const programs = compiled.programs ?? when.programs;
  let excepted: Found | null = null;
  let fitting: Found | null = null;
  const fields = rule.verdict === "redact" ? new Set<string>() : null;
  const variables = variablesFor(settings, context);
  for (const one of subjectsOf(context, subject)) {
    if (programs && one instanceof CommandValue && !programs.has(one.program)) continue;
    variables[subject] = one;
    if (!isTrue(when, variables)) continue;
    const { holds, expired } = exceptionFor(compiled, variables, context.facts.today);
    const about = nameOf(one);
    if (holds) excepted ??= { ...nothing, says: "excepted", about, exception: holds };
    else fitting ??= { ...nothing, says: "fits", about, expired, fields: fields ?? noFields };
    if (!holds && one instanceof TextValue) fields?.add(one.field);
    // Only who redacts must know all of them.
    if (fitting && !fields) return fitting;
  }
  return fitting ?? excepted ?? nothing;
}

/** Allows if every subject fits and none is excepted, and if all of a command could be read. */
function askAll(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const reading = context.model.command;
  const subjects = subjectsOf(context, compiled.subject);
  if (subjects.length === 0 || (reading && (reading.unread !== null || reading.forkBomb))) return nothing;
  const variables = variablesFor(settings, context);
  for (const one of subjects) {
    variables[compiled.subject] = one;
    if (!isTrue(when, variables)) return { ...nothing, about: nameOf(one) };
    const { holds } = exceptionFor(compiled, variables, context.facts.today);
    if (holds) return { ...nothing, says: "excepted", about: nameOf(one), exception: holds };
  }
  return { ...nothing, says: "fits" };
}

function variablesFor(settings: object, { variables }: RuleContext): { [name: string]: unknown } {
  const made: { [name: string]: unknown } = Object.create(variables);
  made.settings = settings;
  return made;
}

function isTrue(expression: Expression, variables: Variables): boolean {
  const value = expression.evaluate(variables);
  if (typeof value !== "boolean") throw new Error("it gave neither true nor false");
  return value;
}

const noException = { holds: null, expired: [] };

/** The exception that holds, and those that would if their time were not over. */
function exceptionFor(
  { except }: CompiledRule,
  variables: Variables,
  today: string,
): { readonly holds: RuleException | null; readonly expired: readonly RuleException[] } {
  if (except.length === 0) return noException;
  const holding = except
    .filter(({ when }: CompiledException) => isTrue(when, variables))
    .map(({ exception }) => exception);
  const isOver = ({ expires }: RuleException) => expires !== undefined && expires < today;
  return { holds: holding.find((one) => !isOver(one)) ?? null, expired: holding.filter(isOver) };
}
