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
  const say = (says: RuleSays, rest: Partial<RuleSaying> = {}): RuleSaying => ({
    compiled,
    says,
    about: "",
    detail: "",
    exception: null,
    expired: [],
    fields: noFields,
    ...rest,
  });
  const { rule, when, fault } = compiled;
  if (when === null || fault !== "") return say("error", { detail: fault });
  const aside = whyAside(compiled, context);
  if (aside !== null) return say("aside", { detail: aside });
  try {
    const found =
      rule.verdict === "allow"
        ? askAll(compiled, when, settings, context)
        : askAny(compiled, when, settings, context);
    const isOver = rule.expires !== undefined && rule.expires < context.facts.today;
    if (found.says === "fits" && isOver) return say("expired", { ...found, says: "expired" });
    return say(found.says, found);
  } catch (error) {
    return say("error", { detail: errorText(error) });
  }
}

function whyAside(
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

type Found = Pick<RuleSaying, "says" | "about" | "exception" | "expired" | "fields">;

/** Denies, asks and redacts if one subject fits that no exception holds for. */
function askAny(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const { subject, programs, rule } = compiled;
  let excepted: Found | null = null;
  let fitting: Found | null = null;
  const fields = new Set<string>();
  const variables = variablesFor(settings, context);
  for (const one of subjectsOf(context, subject)) {
    if (programs && one instanceof CommandValue && !programs.has(one.program)) continue;
    variables[subject] = one;
    if (!isTrue(when, variables)) continue;
    const { holds, expired } = exceptionFor(compiled, variables, context.facts.today);
    const about = nameOf(one);
    if (holds) excepted ??= { says: "excepted", about, exception: holds, expired: [], fields };
    else fitting ??= { says: "fits", about, exception: null, expired, fields };
    if (!holds && one instanceof TextValue) fields.add(one.field);
    // Only who redacts must know all of them.
    if (fitting && rule.verdict !== "redact") return fitting;
  }
  return fitting ?? excepted ?? { says: "no", about: "", exception: null, expired: [], fields };
}

/** Allows if every subject fits and none is excepted, and if all of a command could be read. */
function askAll(compiled: CompiledRule, when: Expression, settings: object, context: RuleContext): Found {
  const no: Found = { says: "no", about: "", exception: null, expired: [], fields: noFields };
  const reading = context.model.command;
  const subjects = subjectsOf(context, compiled.subject);
  if (subjects.length === 0 || (reading && (reading.unread !== null || reading.forkBomb))) return no;
  const variables = variablesFor(settings, context);
  for (const one of subjects) {
    variables[compiled.subject] = one;
    if (!isTrue(when, variables)) return { ...no, about: nameOf(one) };
    const { holds } = exceptionFor(compiled, variables, context.facts.today);
    if (holds) return { ...no, says: "excepted", about: nameOf(one), exception: holds };
  }
  return { ...no, says: "fits" };
}

function variablesFor(settings: object, { variables }: RuleContext): { [name: string]: unknown } {
  const made: { [name: string]: unknown } = Object.create(variables);
  made.settings = settings;
  return made;
}

function isTrue(expression: Expression, variables: Variables): boolean {
  const value = expression.evaluate(variables);
  if (typeof value !== "boolean") throw new Error(`"${expression.text}" gave neither true nor false`);
  return value;
}

/** The exception that holds, and those that would if their time were not over. */
function exceptionFor(
  { except }: CompiledRule,
  variables: Variables,
  today: string,
): { readonly holds: RuleException | null; readonly expired: readonly RuleException[] } {
  const holding = except
    .filter(({ when }: CompiledException) => isTrue(when, variables))
    .map(({ exception }) => exception);
  const isOver = ({ expires }: RuleException) => expires !== undefined && expires < today;
  return { holds: holding.find((one) => !isOver(one)) ?? null, expired: holding.filter(isOver) };
}
