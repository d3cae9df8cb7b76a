import type { Json } from "../../contract/json.ts";
import type { CheckedPolicy, Event } from "../../index.ts";
import type { CompiledRule, Judgement, RuleSaying } from "../../policy/index.ts";
import type { Paint } from "../render.ts";
import { visibleLine } from "../visible.ts";

type Verdict = Judgement["verdict"];

/** What the policies of a file say about one event. */
export interface CaseAnswer {
  readonly name: string;
  readonly event: Event;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly faults: readonly string[];
  readonly answers: readonly { readonly checked: CheckedPolicy; readonly judgement: Judgement | null }[];
}

/** The strongest of some verdicts. */
export function strongest(verdicts: readonly Verdict[]): Verdict {
  return (["deny", "ask", "allow"] as const).find((one) => verdicts.includes(one)) ?? "pass";
}

/** A rule as data. */
export function ruleJson({ rule, pack, fault }: CompiledRule): Json {
  const {
    id,
    verdict,
    each = "event",
    severity = "medium",
    owner = null,
    expires = null,
    reason,
    when,
  } = rule;
  return {
    id,
    pack,
    verdict,
    each,
    severity,
    owner,
    expires,
    reason,
    when,
    problem: fault === "" ? null : fault,
  };
}

/** What was said about one event, as data. */
export function caseJson({ name, event, verdict, reason, faults, answers }: CaseAnswer): Json {
  const rules = answers.flatMap(({ checked, judgement }) =>
    (judgement?.sayings ?? []).map((saying) => ({
      policy: checked.hook?.id ?? null,
      id: saying.compiled.rule.id,
      verdict: saying.compiled.rule.verdict,
      says: saying.says,
      about: saying.about,
      detail: saying.exception?.reason ?? saying.detail,
    })),
  );
  const redactions = answers.flatMap(({ judgement }) =>
    judgement?.redaction ? [{ ...judgement.redaction }] : [],
  );
  return {
    name,
    event: event.spec.name,
    kind: event.tool?.kind ?? null,
    verdict,
    reason,
    faults,
    rules,
    redactions,
  };
}

/** A policy for people: each of its rules on a line, with its reason below it. */
export function renderPolicy({ hook, source, policy }: CheckedPolicy, paint: Paint): readonly string[] {
  const where = hook ? `  ${hook.event}, ${hook.matcher.meaning}` : "";
  const count = policy.rules.length === 1 ? "1 rule" : `${policy.rules.length} rules`;
  const lines = [
    `${paint.bold(visibleLine(hook?.id ?? source))}  ${paint.dim(visibleLine(hook ? source : ""))}${where}  ${count}`,
  ];
  for (const { rule, fault } of policy.rules) {
    const parts = [
      tinted(rule.verdict, paint)(rule.verdict.padEnd(6)),
      visibleLine(rule.id),
      paint.dim(`each ${rule.each ?? "event"}, ${rule.severity ?? "medium"}`),
      rule.owner === undefined ? "" : `owner ${visibleLine(rule.owner)}`,
      rule.expires === undefined ? "" : `until ${rule.expires}`,
      fault === "" ? "" : paint.red("cannot be judged: it blocks"),
    ];
    lines.push(`  ${parts.filter((part) => part !== "").join("  ")}`);
    lines.push(paint.dim(`         ${visibleLine(rule.reason)}`));
  }
  return lines;
}

/** What was said about one event, for people: the verdict first, then the rules, all of them or those that have something to say. */
export function renderCase(
  { name, event, verdict, answers }: CaseAnswer,
  paint: Paint,
  all: boolean,
): readonly string[] {
  const lines = [`${tinted(verdict, paint)(paint.bold(verdict.padEnd(5)))} ${visibleLine(name)}`];
  for (const { checked, judgement } of answers) {
    if (!judgement) {
      if (all)
        lines.push(
          paint.dim(
            visibleLine(`  ${checked.hook?.id ?? checked.source}: not for ${event.spec.name} of this`),
          ),
        );
      continue;
    }
    for (const saying of judgement.sayings)
      if (all || isTelling(saying)) lines.push(renderSaying(saying, paint));
    for (const note of judgement.notes) lines.push(`  ${paint.yellow("note")} ${visibleLine(note)}`);
  }
  return lines;
}

function isTelling({ says }: Pick<RuleSaying, "says">): boolean {
  return says !== "no" && says !== "aside";
}

const words = {
  fits: "fits",
  no: "does not fit",
  excepted: "excepted",
  expired: "expired",
  aside: "not asked",
  error: "error",
  unsure: "cannot know",
};

function renderSaying({ compiled, says, about, detail, exception }: RuleSaying, paint: Paint): string {
  const { id, verdict, reason } = compiled.rule;
  const tint =
    says === "fits"
      ? tinted(verdict, paint)
      : says === "error"
        ? paint.red
        : isTelling({ says })
          ? paint.yellow
          : paint.dim;
  const why = says === "fits" ? reason : (exception?.reason ?? detail);
  const rest = [about === "" || says === "aside" ? "" : `[${about}]`, why]
    .filter((text) => text !== "")
    .join(" ");
  const line = visibleLine(`${verdict.padEnd(6)} ${id}${rest === "" ? "" : `: ${rest}`}`);
  return `  ${tint(words[says].padEnd(12))} ${line}`;
}

function tinted(verdict: string, paint: Paint): (text: string) => string {
  return verdict === "deny"
    ? paint.red
    : verdict === "allow" || verdict === "pass"
      ? paint.green
      : paint.yellow;
}
