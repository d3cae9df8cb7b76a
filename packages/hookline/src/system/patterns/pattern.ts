import { createRequire } from "node:module";
import { type BoundedResult, callWithin } from "../bounded-call.ts";
import { isHarmless } from "./harmless-pattern.ts";
import { linearSyntax } from "./linear-syntax.ts";

/** Whether a pattern was found, and what to tell if that could not be judged; then it counts as found. */
export interface PatternAnswer {
  readonly matched: boolean;
  readonly problem: string | null;
}

/** A compiled regular expression that never throws and never holds the program. */
export interface Pattern {
  readonly source: string;
  test(subject: string): PatternAnswer;
}

/** A pattern, or why there is none. */
export type CompiledPattern =
  | { readonly pattern: Pattern; readonly problem: null }
  | { readonly pattern: null; readonly problem: string };

type Search = (subject: string) => BoundedResult<boolean>;

const limitMs = 50;
const surrogate = /[\ud800-\udfff]/;
const remembered = { answers: 256, length: 1_000 };

/** Subjects up to this length need no watching when the pattern is harmless; tool names are. */
const shortSubject = 256;

/** What the linear engine does in some ten milliseconds at worst: instructions times characters. */
const unwatchedWork = 100_000;

// Loading it takes longer than most matchers take in a lifetime, so it waits for a pattern that needs it.
const require = createRequire(import.meta.url);
const linearLibrary = (): typeof import("re2js") => require("re2js");

function linearSearch(source: string): Search {
  const { RE2JS: engine } = linearLibrary();
  let compiled = engine.compile(source);
  const size = compiled.programSize();
  return (subject) => {
    if (size * subject.length <= unwatchedWork) return { kind: "value", value: compiled.test(subject) };
    const result = callWithin(limitMs, () => compiled.test(subject));
    // What was stopped in the middle may have left its memory in disorder.
    if (result.kind === "limit") compiled = engine.compile(source);
    return result;
  };
}

function javascriptSearch(regex: RegExp): Search {
  const harmless = isHarmless(regex.source);
  let linear: Search | null | undefined;
  return (subject) => {
    if (harmless && subject.length <= shortSubject) return { kind: "value", value: regex.test(subject) };
    if (linear === undefined) linear = linearSearchFor(regex);
    if (linear && !surrogate.test(subject)) return linear(subject);
    return callWithin(limitMs, () => regex.test(subject));
  };
}

/** The linear search that means the same; null if there is none, or none that fits into memory. */
function linearSearchFor(regex: RegExp): Search | null {
  const source = linearSyntax(regex.source);
  try {
    return source === null ? null : linearSearch(source);
  } catch {
    return null;
  }
}

function patternOf(source: string, search: Search): Pattern {
  const answers = new Map<string, PatternAnswer>();
  return {
    source,
    test(subject) {
      const known = answers.get(subject);
      if (known) return known;
      const answer = judge(source, subject, search);
      if (subject.length <= remembered.length) {
        if (answers.size >= remembered.answers) answers.clear();
        answers.set(subject, answer);
      }
      return answer;
    },
  };
}

function judge(source: string, subject: string, search: Search): PatternAnswer {
  try {
    const result = search(subject);
    if (result.kind === "value") return { matched: result.value, problem: null };
    return {
      matched: true,
      problem: `/${source}/ was not done after ${limitMs} ms, so it counts as matched; write it without nested repetitions`,
    };
  } catch (error) {
    return {
      matched: true,
      problem: `/${source}/ cannot be run (${reason(error)}), so it counts as matched; write it shorter`,
    };
  }
}

/** What is wrong, without the pattern that the engines put before it or after it. */
function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(
    /^Invalid regular expression: \/[\s\S]*\/\w*: |^error parsing regexp: |: `[\s\S]*`$/g,
    "",
  );
}

/** Compiles a regular expression of JavaScript: valid if JavaScript says so, run in linear time where it can be. */
export function compilePattern(source: string): CompiledPattern {
  try {
    const regex = new RegExp(source);
    return { pattern: patternOf(source, javascriptSearch(regex)), problem: null };
  } catch (error) {
    return { pattern: null, problem: reason(error) };
  }
}

/** Compiles a regular expression of RE2, which knows `(?i)` and has neither look-around nor back references, within so many milliseconds. */
export function compileLinearPattern(source: string, withinMs = limitMs): CompiledPattern {
  try {
    // Loading must not be stopped in the middle.
    linearLibrary();
    const search = callWithin(withinMs, () => linearSearch(source));
    if (search.kind === "limit") return { pattern: null, problem: "it is too large" };
    return { pattern: patternOf(source, search.value), problem: null };
  } catch (error) {
    return { pattern: null, problem: reason(error) };
  }
}
