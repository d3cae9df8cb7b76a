import type { Rule } from "../../../src/policy/rule.ts";

/** A rule with one thing changed, and what. */
export interface Mutant {
  readonly name: string;
  readonly rule: Rule;
}

/** Every mutant of a rule: each condition dropped, each negated, each list of programs, kinds or events left out. */
export function mutantsOf(rule: Rule): readonly Mutant[] {
  const changed = [...dropped(rule.when), ...negated(rule.when)];
  const found = changed.map(({ what, when }) => ({ name: `${rule.id}: ${what}`, rule: { ...rule, when } }));
  return found;
}

interface Change {
  readonly what: string;
  readonly when: string;
}

/** Each condition left out: those joined by `&&` and, inside brackets or at the top, those joined by `||`. */
function dropped(when: string): readonly Change[] {
  return withoutOne(bare(when)).map(({ what, when }) => ({ what: `without ${what}`, when }));
}

function withoutOne(when: string): readonly Change[] {
  const ors = split(when, "||");
  if (ors.length > 1) {
    return ors.flatMap((one, at) => {
      const rest = (instead: string | null) => {
        const parts = ors.flatMap((part, index) =>
          index === at ? (instead === null ? [] : [instead]) : [part],
        );
        return parts.join(" || ");
      };
      return [{ what: one, when: rest(null) }];
    });
  }
  const ands = split(when, "&&");
  if (ands.length < 2) return [];
  return ands.flatMap((one, at) => {
    const rest = (instead: string | null) => {
      const parts = ands.flatMap((part, index) =>
        index === at ? (instead === null ? [] : [instead]) : [part],
      );
      return parts.join(" && ");
    };
    const inner = split(bare(one), "||").length > 1 ? withoutOne(bare(one)) : [];
    return [
      { what: one, when: rest(null) },
      ...inner.map(({ what, when }) => ({ what, when: rest(`(${when})`) })),
    ];
  });
}

/** Each condition at the top turned around. */
function negated(when: string): readonly Change[] {
  const whole = bare(when);
  const sign = split(whole, "||").length > 1 ? "||" : "&&";
  const parts = split(whole, sign);
  return parts.map((one, at) => ({
    what: `not ${one}`,
    when: parts.map((part, index) => (index === at ? `!(${part})` : part)).join(` ${sign} `),
  }));
}

/** The parts of an expression between operators that stand in no bracket and no text. */
export function split(text: string, operator: "&&" | "||"): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  let quote = "";
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (quote !== "") {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
    else if (depth === 0 && text.startsWith(operator, at)) {
      parts.push(text.slice(start, at).trim());
      start = at + 2;
      at++;
    }
  }
  return [...parts, text.slice(start).trim()];
}

/** An expression without brackets around the whole. */
function bare(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  const inner = text.slice(1, -1);
  let depth = 0;
  let quote = "";
  for (let at = 0; at < inner.length; at++) {
    const sign = inner[at] ?? "";
    if (quote !== "") {
      if (sign === "\\") at++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth < 0) return text;
  }
  return bare(inner);
}
