import { whyNotAllowed } from "./allowance.ts";
import type { CompiledException, CompiledRule, Words } from "./compile-rule.ts";
import { CommandValue } from "./expression/command-value.ts";
import { type Expression, errorText, type Variables } from "./expression/expressions.ts";
import { TextValue } from "./expression/small-values.ts";
import type { RuleException } from "./rule.ts";
import { nameOf, type RuleContext, subjectsOf } from "./rule-context.ts";
import { whyUnsure } from "./unsure.ts";

/** What one rule says about one event. `aside`: it is for other events, tools or programs; `unsure`: what it is about may be in what nobody can read. */
export type RuleSays = "fits" | "no" | "excepted" | "expired" | "aside" | "error" | "unsure";

/** What one rule says, and of what. */
export interface RuleSaying {
  readonly compiled: CompiledRule;
  readonly says: RuleSays;
  /** The command, path, host or field that it fits, or that an exception holds for; empty for the event. */
  readonly about: string;
  /** Why it could not be judged, does not allow, is unsure or aside. */
  readonly detail: string;
  /** The exception that holds. */
  readonly exception: RuleException | null;
  /** Exceptions that would hold if they had not expired. */
  readonly expired: readonly RuleException[];
  /** The fields of the texts that it fits, for a rule that redacts them. */
  readonly fields: ReadonlySet<string>;
}

const noFields: ReadonlySet<string> = new Set();

/** Asks one rule; never throws: what cannot be judged is an error. Who knows already why it is aside need not ask again. */
export function judgeRule(
  compiled: CompiledRule,
  settings: object,
  context: RuleContext,
  aside: string | null = whyAside(compiled, context),
): RuleSaying {
  const { rule } = compiled;
  const isOver = rule.expires !== undefined && rule.expires < context.facts.today;
  const found = isOver ? nothing : unsureFound(compiled, context);
  if (aside !== null)
    return found.says === "unsure"
      ? saying(compiled, "unsure", found)
      : saying(compiled, "aside", nothing, aside);
  if (!isOver && isOutOfReach(compiled, context))
    return found.says === "unsure" ? saying(compiled, "unsure", found) : saying(compiled, "no", nothing);
  const { when, fault } = compiled;
  if (when === null || fault !== "") return broken(compiled, fault, isOver);
  if (isOver && isLoop(compiled)) return broken(compiled, `it expired on ${rule.expires}`, isOver);
  try {
    const ask = rule.verdict === "allow" ? askAll : askAny;
    const answer = ask(compiled, when, settings, context);
    if (isOver) return saying(compiled, answer.says === "fits" ? "expired" : answer.says, answer);
    return answer.says !== "fits" && found.says === "unsure"
      ? saying(compiled, "unsure", found)
      : saying(compiled, answer.says, answer);
  } catch (error) {
    return broken(compiled, errorText(error), isOver);
  }
}

/** True if nothing that the event does to a path can fit a rule: it need not be compiled to know that. */
export function isOutOfReach({ accesses }: CompiledRule, { paths }: RuleContext): boolean {
  return accesses !== null && !paths.some(({ access }) => accesses.includes(access));
}

/** What has expired holds up nobody: it is asked only to tell that it would have fitted. */
function broken(compiled: CompiledRule, detail: string, isOver: boolean): RuleSaying {
  return saying(compiled, isOver ? "no" : "error", nothing, detail);
}

function unsureFound(compiled: CompiledRule, context: RuleContext): Found {
  const detail = whyUnsure(compiled, context);
  return detail === null || !isFor(compiled, context) ? nothing : { ...nothing, says: "unsure", detail };
}

function isLoop({ cost: { depth, grows } }: CompiledRule): boolean {
  return depth > 0 || grows;
}

type Found = Omit<RuleSaying, "compiled">;

const nothing: Found = {
  says: "no",
  about: "",
  detail: "",
  exception: null,
  expired: [],
  fields: noFields,
};

function saying(
  compiled: CompiledRule,
  says: RuleSays,
  { about, exception, expired, fields, detail: found }: Found,
  detail = found,
): RuleSaying {
  return { compiled, says, about, detail, exception, expired, fields };
}

/** Why a rule is not asked about an event: it is for others; null if it is. */
export function whyAside(compiled: CompiledRule, context: RuleContext): string | null {
  const { programs, rule } = compiled;
  return (
    whyNotFor(compiled, context) ??
    (programs ? whyNoProgram(programs, context.programs, rule.verdict === "allow") : null)
  );
}

function isFor(compiled: CompiledRule, context: RuleContext): boolean {
  return whyNotFor(compiled, context) === null;
}

function whyNotFor({ events, kinds, rule }: CompiledRule, { model }: RuleContext): string | null {
  const { spec, tool } = model.event;
  if (events && !events.has(spec.name)) return `not for ${spec.name}`;
  if (!kinds) return null;
  // What is allowed to shells is not allowed to whatever else takes a command.
  const held = rule.verdict === "allow" ? [tool?.kind ?? ""] : model.kinds;
  if (!held.some((kind) => kinds.has(kind)))
    return tool ? `not for tools of the kind ${tool.kind}` : "not without a tool";
  return null;
}

/** What is allowed is all that happens: where one program is started that is not named, nothing is. */
function whyNoProgram(named: Words, started: readonly string[], all: boolean): string | null {
  for (const program of started) {
    if (all && !named.has(program)) return `it starts ${program || "something unknown"} as well`;
    if (!all && named.has(program)) return null;
  }
  return all && started.length > 0 ? null : "none of its programs is started";
}

/** Denies, asks and redacts if one subject fits that no exception holds for. */
function askAny(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const { subject, rule } = compiled;
  const programs = compiled.programs ?? when.programs;
  let excepted: Found | null = null;
  let fitting: Found | null = null;
  const fields = rule.verdict === "redact" ? new Set<string>() : null;
  const variables = context.variablesFor(settings);
  for (const one of subjectsOf(context, subject)) {
    if (programs && one instanceof CommandValue && !programs.has(one.program)) continue;
    variables[subject] = one;
    if (when.filter && !when.filter(variables)) continue;
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

/** Allows if every subject fits and none is excepted, and if nothing happens beside what it was asked about. */
function askAll(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const subjects = subjectsOf(context, compiled.subject);
  if (subjects.length === 0) return nothing;
  const why = whyNotAllowed(compiled, when, context);
  if (why !== null) return { ...nothing, detail: why };
  const variables = context.variablesFor(settings);
  for (const one of subjects) {
    variables[compiled.subject] = one;
    if (!isTrue(when, variables)) return { ...nothing, about: nameOf(one) };
    const { holds } = exceptionFor(compiled, variables, context.facts.today);
    if (holds) return { ...nothing, says: "excepted", about: nameOf(one), exception: holds };
  }
  return { ...nothing, says: "fits" };
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
