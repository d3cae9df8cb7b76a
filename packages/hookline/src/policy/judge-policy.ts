import type { Json, JsonObject } from "../contract/json.ts";
import type { Policy } from "./compile-policy.ts";
import type { CompiledRule } from "./compile-rule.ts";
import { judgeRule, type RuleSaying, whyAside } from "./judge-rule.ts";
import type { PolicyFacts, PolicyModel } from "./model.ts";
import { type Redaction, redactEvent } from "./redaction.ts";
import { type RuleContext, ruleContext } from "./rule-context.ts";
import { isCostly } from "./rule-cost.ts";

/** What all rules of a policy say together. */
export interface Judgement {
  /** The strongest of what fits; `pass` if nothing does. */
  readonly verdict: "deny" | "ask" | "allow" | "pass";
  /** The reasons of the rules that gave it, joined by newlines. */
  readonly reason: string;
  /** What could not be judged, and how it broke: a policy that has one is not in force as a whole, so it blocks. */
  readonly faults: readonly RuleFault[];
  /** What people should know: rules and exceptions that have expired, and what cannot be redacted. */
  readonly notes: readonly string[];
  readonly redaction: Redaction | null;
  /** What each rule says, in their order. */
  readonly sayings: readonly RuleSaying[];
}

/** That a rule could not be judged: it was wrong from the start, threw, or was not done in time. */
export interface RuleFault {
  readonly kind: "malformed" | "crash" | "timeout";
  readonly detail: string;
}

/** What judging all rules of a policy may take, and no longer; and those of all policies on one event. */
const limitMs = 250;
const limitOfEventMs = 500;

/** What has been spent on an event by policies that were watched. */
const spent = new WeakMap<PolicyModel["event"], number>();

const strength = ["deny", "ask", "allow"] as const;

/** Judges all rules of a policy on an event; never throws, and says nothing about what follows from a fault. */
export function judgePolicy(policy: Policy, model: PolicyModel, facts: PolicyFacts): Judgement {
  const context = ruleContext(model, facts);
  const { rules, settings } = policy;
  const asides = rules.map((rule) => whyAside(rule, context));
  const sayings: RuleSaying[] = [];
  const work = (): void => {
    for (const rule of rules) sayings.push(judgeRule(rule, settings, context, asides[sayings.length]));
  };
  if (!isCostly(policy, context, asides)) work();
  else if (!isDoneInTime(policy, model, work)) {
    const at = rules[sayings.length];
    const detail = `rule ${at?.rule.id} was not judged in time (${limitMs} ms for a policy, ${limitOfEventMs} ms for all of an event); make the rule simpler, or what is asked smaller`;
    return together(context, sayings, [{ kind: "timeout", detail }]);
  }
  return together(context, sayings, []);
}

function isDoneInTime({ tools }: Policy, { event }: PolicyModel, work: () => void): boolean {
  const before = spent.get(event) ?? 0;
  const left = Math.floor(Math.min(limitMs, limitOfEventMs - before));
  if (left < 1) return false;
  const began = performance.now();
  const { kind } = tools.callWithin(left, work);
  spent.set(event, before + performance.now() - began);
  return kind === "value";
}

function together(context: RuleContext, said: readonly RuleSaying[], late: readonly RuleFault[]): Judgement {
  // Most rules say no, or nothing at all.
  const telling = said.filter(({ says }) => says !== "no" && says !== "aside");
  const fitting = telling.filter(({ says }) => says === "fits");
  const clear = strength.find((one) => fitting.some(({ compiled }) => compiled.rule.verdict === one));
  // Where a rule that fits stops it anyway, nobody needs to hear which others could not know.
  const stopped = clear === "deny" || clear === "ask";
  const sayings = stopped
    ? said.map((one) => (one.says === "unsure" ? { ...one, says: "no" as const } : one))
    : said;
  const unsure = stopped ? [] : telling.filter(({ says }) => says === "unsure");
  const verdict = unsure.length > 0 ? "ask" : (clear ?? "pass");
  const reasons =
    unsure.length > 0
      ? unsure.map(({ compiled, detail }) => `${detail} (rule ${compiled.rule.id})`)
      : fitting
          .filter(({ compiled }) => compiled.rule.verdict === verdict)
          .map(({ compiled }) => reasonOf(compiled));
  const { redaction, notes } = redactionOf(fitting, context);
  const broken = telling.filter(({ says }) => says === "error").map(faultOf);
  return {
    verdict,
    reason: reasons.join("\n"),
    faults: [...broken, ...late],
    notes: [...telling.flatMap(expiredNotes), ...notes],
    redaction,
    sayings,
  };
}

function faultOf({ compiled, detail }: RuleSaying): RuleFault {
  const { rule, fault } = compiled;
  const named = detail.startsWith("rule ") ? detail : `rule ${rule.id}: ${detail}`;
  return { kind: fault === "" ? "crash" : "malformed", detail: named };
}

/** The reason of a rule as the model and people read it. */
export function reasonOf({ rule }: CompiledRule): string {
  return `${rule.reason} (rule ${rule.id}${rule.owner === undefined ? "" : `, owner ${rule.owner}`})`;
}

function expiredNotes({ says, compiled, expired }: RuleSaying): readonly string[] {
  const { id, expires, verdict } = compiled.rule;
  if (says === "expired") return [`rule ${id} expired on ${expires}; it would say ${verdict}`];
  return expired.map((one) => `an exception to rule ${id} expired on ${one.expires}: ${one.reason}`);
}

function redactionOf(
  fitting: readonly RuleSaying[],
  { model }: RuleContext,
): { readonly redaction: Redaction | null; readonly notes: readonly string[] } {
  const redacting = fitting.filter(({ compiled }) => compiled.rule.verdict === "redact");
  if (redacting.length === 0) return { redaction: null, notes: [] };
  const whole = redacting.some(({ compiled }) => compiled.subject !== "text");
  const fields = new Set(redacting.flatMap((saying) => [...saying.fields]));
  const named = fields.size > 0 ? redactEvent(model.event, fields) : null;
  const redaction = whole ? redactEvent(withRedaction(model, named), "all") : named;
  const merged = whole && named && redaction ? over(named, redaction) : redaction;
  if (merged) return { redaction: merged, notes: [] };
  const ids = redacting.map(({ compiled }) => compiled.rule.id).join(", ");
  return { redaction: null, notes: [`nothing can be redacted on ${model.event.spec.name} (rule ${ids})`] };
}

/** The event as it is after one redaction, for the next. */
function withRedaction({ event }: PolicyModel, done: Redaction | null): PolicyModel["event"] {
  if (!done) return event;
  const { updatedInput, updatedOutput, updatedPrompt } = done;
  const payload: JsonObject = {
    ...event.payload,
    ...(updatedInput && { tool_input: updatedInput }),
    ...(updatedOutput !== null && { [outputField(event)]: updatedOutput }),
    ...(updatedPrompt !== null && { prompt: updatedPrompt }),
  };
  return { ...event, payload };
}

/** The field in which an event tells what a tool gave. */
function outputField({ spec }: PolicyModel["event"]): string {
  return spec.name === "PostToolUseFailure" ? "error" : "tool_response";
}

function over(before: Redaction, after: Redaction): Redaction {
  return {
    updatedInput: after.updatedInput ?? before.updatedInput,
    updatedOutput: after.updatedOutput ?? before.updatedOutput,
    updatedPrompt: after.updatedPrompt ?? before.updatedPrompt,
  };
}

/** The rules that fit, as data: for traces, the audit and whoever reads a run. */
export function fittingRules({ sayings }: Judgement): Json {
  const rules = sayings
    .filter(({ says }) => says === "fits" || says === "unsure")
    .map(({ compiled: { rule }, says, detail }) => ({
      id: rule.id,
      verdict: says === "unsure" ? "ask" : rule.verdict,
      severity: rule.severity ?? "medium",
      reason: says === "unsure" ? detail : rule.reason,
    }));
  return { rules };
}
