import type { Matcher } from "../../contract/hook.ts";
import { compilePattern } from "../../system/patterns/pattern.ts";
import { expressionDoubt, namesDoubt } from "./matcher-doubt.ts";
import type { ToolNames } from "./tool-names.ts";

/** What the event says about its matchers. */
export interface MatcherRule {
  /** Only letters, digits, `_` and `|` make a list of exact names. */
  readonly narrow: boolean;
  /** The event's matchers mean nothing: every one fits. */
  readonly withoutSubject: boolean;
  /** What the subject is, in a word; `tool` if absent. */
  readonly noun?: string;
}

/** A matcher, and what is wrong with it or surely was not meant. */
export interface CompiledMatcher {
  readonly matcher: Matcher;
  readonly problem: string | null;
}

const exactNames = /^[A-Za-z0-9_\-, |]*$/;
const narrowNames = /^[A-Za-z0-9_|]*$/;

/** Compiles a matcher by Claude Code's grammar, and tells `onLimit` when a pattern took too long and therefore counts as matched. */
export function compileMatcher(
  pattern: string | null,
  rule: MatcherRule,
  tools: ToolNames,
  onLimit: (text: string) => void = () => {},
): CompiledMatcher {
  const noun = rule.noun ?? "tool";
  const everything = pattern === null || pattern === "" || pattern === "*";
  if (rule.withoutSubject) {
    const problem = everything
      ? null
      : `the matcher "${pattern}" is ignored, because this event has nothing to match: the hook always runs; remove the matcher`;
    return { matcher: { pattern, meaning: "always", native: "", test: () => true }, problem };
  }
  if (everything)
    return { matcher: { pattern, meaning: `every ${noun}`, native: "", test: () => true }, problem: null };
  if ((rule.narrow ? narrowNames : exactNames).test(pattern)) {
    const words = exactWords(pattern);
    return {
      matcher: exactMatcher(pattern, words, tools),
      problem: noun === "tool" ? namesDoubt(words, tools) : null,
    };
  }
  return expressionMatcher(pattern, noun === "tool" ? tools : null, onLimit);
}

function exactWords(pattern: string): readonly string[] {
  return pattern
    .split(/[|,]/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function exactMatcher(pattern: string, words: readonly string[], tools: ToolNames): Matcher {
  const names = new Set(words.flatMap((word) => [word, tools.currentName(word)]));
  const shown = [...new Set(words.map((word) => tools.currentName(word)))];
  return {
    pattern,
    meaning: shown.length === 0 ? "nothing: there is no name in it" : `exactly ${shown.join(" or ")}`,
    native: pattern,
    test: ({ name, canonical }) => names.has(name) || names.has(canonical),
  };
}

function expressionMatcher(
  pattern: string,
  tools: ToolNames | null,
  onLimit: (text: string) => void,
): CompiledMatcher {
  const compiled = compilePattern(pattern);
  if (!compiled.pattern) {
    const problem =
      `the matcher "${pattern}" is no valid regular expression (${compiled.problem}), so it never matches; ` +
      "write exact names like Write|Edit, or correct the expression";
    const meaning = `nothing: /${pattern}/ is no regular expression`;
    return {
      matcher: { pattern, meaning, native: pattern, test: () => false },
      problem: (tools && expressionDoubt(pattern, null, tools)) ?? problem,
    };
  }
  const { pattern: search } = compiled;
  const found = (name: string): boolean => {
    const { matched, problem } = search.test(name);
    if (problem) onLimit(problem);
    return matched;
  };
  return {
    matcher: {
      pattern,
      meaning: `names that contain a match of /${pattern}/`,
      native: pattern,
      test: ({ name, canonical }) => found(name) || (canonical !== name && found(canonical)),
    },
    problem: tools && expressionDoubt(pattern, () => search.test("").matched, tools),
  };
}
