import type { MatcherGrammar } from "../../contract/dialect.ts";
import type { Matcher } from "../../contract/hook.ts";
import { compilePattern } from "../../system/patterns/pattern.ts";
import { fileGlob } from "./file-glob.ts";
import { type CompiledMatcher, compileMatcher } from "./matcher.ts";
import { globDoubt, isGlob, wordsDoubt } from "./matcher-doubt.ts";
import type { ToolNames } from "./tool-names.ts";

/** Compiles a matcher by one grammar, and tells `onLimit` when a pattern took too long and therefore counts as matched. */
export type CompileMatcher = typeof compileMatcher;

/** One way to write a matcher that is neither empty nor `*`. */
type CompileSome = (pattern: string, tools: ToolNames, onLimit: (text: string) => void) => CompiledMatcher;

const some: { readonly [G in Exclude<MatcherGrammar, "names-or-search">]: CompileSome } = {
  "names-or-whole": (pattern, tools, onLimit) =>
    isNames(pattern) ? names(pattern, split(pattern), tools) : whole(pattern, tools, onLimit),
  "names-and-prefixes": (pattern, tools) => prefixes(pattern, tools),
  glob: (pattern) => glob(pattern),
  "tool-glob": (pattern) => glob(pattern),
  globs: (pattern) => globs(pattern),
};

/** The compiler of a grammar. */
export function grammarOfMatchers(grammar: MatcherGrammar): CompileMatcher {
  if (grammar === "names-or-search") return compileMatcher;
  const compileSome = some[grammar];
  return (pattern, rule, tools, onLimit = () => {}) => {
    if (rule.withoutSubject || pattern === null || pattern === "" || pattern === "*") {
      return compileMatcher(pattern, rule, tools, onLimit);
    }
    return compileSome(pattern, tools, onLimit);
  };
}

/** Words of letters, digits, `_` and `-`: as an expression for the whole name they would mean the same. */
function isNames(pattern: string): boolean {
  return /^[\w-]+(?:\|[\w-]+)*$/.test(pattern);
}

function split(pattern: string): readonly string[] {
  return pattern.split("|").map((word) => word.trim());
}

function names(pattern: string, words: readonly string[], tools: ToolNames): CompiledMatcher {
  const known = new Set(words.flatMap((word) => [word, tools.currentName(word)]));
  const meaning = `exactly ${words.join(" or ")}`;
  const test: Matcher["test"] = ({ name, canonical }) => known.has(name) || known.has(canonical);
  // In Hookline's own grammar any other sign would make it an expression.
  const native = words.every(isNames) ? words.join("|") : `^(?:${words.map(escaped).join("|")})$`;
  return { matcher: { pattern, meaning, native, test }, problem: null };
}

/** An expression that must fit the whole name; one that is not valid is an exact name, and that is said. */
function whole(pattern: string, tools: ToolNames, onLimit: (text: string) => void): CompiledMatcher {
  const source = `^(?:${pattern})$`;
  const { pattern: fits, problem } =
    compilePattern(pattern).problem === null ? compilePattern(source) : { pattern: null, problem: "" };
  if (!fits) {
    const right = isGlob(pattern) ? `write ${pattern.replaceAll("*", ".*")}` : "correct it";
    const told = `the matcher "${pattern}" is no valid regular expression, so it is an exact name${problem ? ` (${problem})` : ""}; ${right}, unless a tool is called so`;
    return { ...names(pattern, [pattern], tools), problem: told };
  }
  const found = (name: string): boolean => {
    const answer = fits.test(name);
    if (answer.problem) onLimit(answer.problem);
    return answer.matched;
  };
  const test: Matcher["test"] = ({ name, canonical }) =>
    found(name) || (canonical !== name && found(canonical));
  return {
    matcher: { pattern, meaning: `names that are /${pattern}/`, native: source, test },
    problem: globDoubt(pattern),
  };
}

/** A list of exact names, of names that end in `*`, and of `builtin:*`. */
function prefixes(pattern: string, tools: ToolNames): CompiledMatcher {
  const words = split(pattern).filter((word) => word !== "");
  const tests = words.map(prefixTest);
  const exact = words.every((word) => !word.includes("*") && !word.startsWith("builtin:"));
  if (exact && words.length > 0) return names(pattern, words, tools);
  const problem =
    words.length === 0
      ? "the matcher has no name in it, so it never matches; write the tools' names, or * for every tool"
      : wordsDoubt(pattern);
  const matcher: Matcher = {
    pattern,
    meaning: tests.map(({ meaning }) => meaning).join(", or ") || "nothing: there is no name in it",
    native: tests.length === 0 ? null : tests.map(({ native }) => native).join("|"),
    test: ({ name, canonical }) => tests.some(({ fits }) => fits(name) || fits(canonical)),
  };
  return { matcher, problem };
}

function prefixTest(word: string): { meaning: string; native: string; fits: (name: string) => boolean } {
  const isMcp = (name: string) => name.startsWith("mcp__");
  if (word === "*") return { meaning: "every tool", native: "", fits: () => true };
  if (word === "builtin:*") {
    return { meaning: "every built-in tool", native: "^(?!mcp__)", fits: (name) => !isMcp(name) };
  }
  if (word.startsWith("builtin:")) {
    const inner = prefixTest(word.slice("builtin:".length));
    return { ...inner, fits: (name) => !isMcp(name) && inner.fits(name) };
  }
  if (!word.includes("*")) {
    return { meaning: `exactly ${word}`, native: `^${escaped(word)}$`, fits: (name) => name === word };
  }
  const glob = fileGlob(word, "names");
  const begins = word.indexOf("*") === word.length - 1;
  const meaning = begins ? `names that begin with ${word.slice(0, -1)}` : `names that fit ${word}`;
  return { meaning, native: glob.expression, fits: glob.test };
}

function glob(pattern: string, of: "paths" | "names" = "paths"): CompiledMatcher {
  const { problem, expression, test, plain } = fileGlob(pattern, of);
  const meaning = plain ? `exactly ${pattern}` : `names that fit the glob ${pattern}`;
  const matcher: Matcher = {
    pattern,
    meaning: problem === null ? meaning : `nothing: ${problem}`,
    native: problem === null ? (isNames(pattern) ? pattern : expression) : null,
    test: ({ name, canonical }) => test(name) || test(canonical),
  };
  return {
    matcher,
    problem: problem && `the matcher "${pattern}" ${problem}, so it never matches; correct it`,
  };
}

/** A list of globs, in which a `/` is a sign like every other: one that fits is enough. */
function globs(pattern: string): CompiledMatcher {
  const parts = pattern.split(",").map((part) => part.trim());
  if (parts.length === 1) return glob(pattern, "names");
  const each = parts.map((part) => glob(part, "names"));
  const compiled = parts.map((part) => fileGlob(part, "names"));
  const broken = each.find(({ problem }) => problem !== null);
  const plain = parts.every(isNames);
  const matcher: Matcher = {
    pattern,
    meaning: each.map((one) => one.matcher.meaning).join(", or "),
    // Beside an expression, a name must say that it is the whole name.
    native: broken ? null : (plain ? parts : compiled.map(({ expression }) => expression)).join("|"),
    test: (subject) => each.some((one) => one.matcher.test(subject)),
  };
  return { matcher, problem: broken?.problem ?? null };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
