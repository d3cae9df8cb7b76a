import type { EventSpec } from "../contract/event.ts";
import { type CompiledMatcher, compileMatcher } from "./matcher.ts";
import type { ToolNames } from "./tool-names.ts";

/** Compiles the matchers of an event, each pattern once. */
export type MatcherCompiler = (spec: EventSpec, pattern: string | null) => CompiledMatcher;

/** Matchers remember their answers, so the same ones serve as long as the tools are the same. */
const compilers = new WeakMap<object, MatcherCompiler>();

/** Beyond this many patterns of one event the memory starts anew. */
const remembered = 10_000;

/** The compiler for these tools; `onLimit` is told when a pattern took too long and therefore counts as matched. */
export function matcherCompiler(tools: ToolNames, onLimit?: (text: string) => void): MatcherCompiler {
  const known = compilers.get(onLimit ?? tools);
  if (known) return known;
  const compiled = new Map<EventSpec, Map<string | null, CompiledMatcher>>();
  const compiler: MatcherCompiler = (spec, pattern) => {
    let ofEvent = compiled.get(spec);
    if (!ofEvent || ofEvent.size >= remembered) {
      ofEvent = new Map();
      compiled.set(spec, ofEvent);
    }
    let matcher = ofEvent.get(pattern);
    if (!matcher) {
      matcher = compileMatcher(pattern, ruleOf(spec), tools, onLimit);
      ofEvent.set(pattern, matcher);
    }
    return matcher;
  };
  compilers.set(onLimit ?? tools, compiler);
  return compiler;
}

function ruleOf({ subject, matcher }: EventSpec) {
  const noun = subject === null || subject === "tool_name" ? "tool" : subject.replaceAll("_", " ");
  return { narrow: matcher === "narrow", withoutSubject: subject === null, noun };
}
