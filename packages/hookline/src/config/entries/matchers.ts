import type { EventSpec } from "../../contract/event.ts";
import { type CompiledMatcher, compileMatcher } from "../matching/matcher.ts";
import type { ToolNames } from "../matching/tool-names.ts";

/** Compiles the matchers of one event after the other, each pattern once. */
export type MatcherCompiler = (spec: EventSpec) => (pattern: string | null) => CompiledMatcher;

/** Matchers remember their answers, so the same ones serve as long as the tools are the same. */
const compilers = new WeakMap<object, MatcherCompiler>();

/** Beyond this many patterns of one event the memory starts anew. */
const remembered = 10_000;

/** The compiler for these tools; `onLimit` is told when a pattern took too long and therefore counts as matched. */
export function matcherCompiler(tools: ToolNames, onLimit?: (text: string) => void): MatcherCompiler {
  const known = compilers.get(onLimit ?? tools);
  if (known) return known;
  const ofEvents = new Map<EventSpec, ReturnType<MatcherCompiler>>();
  const compiler: MatcherCompiler = (spec) => {
    let ofEvent = ofEvents.get(spec);
    if (!ofEvent) {
      ofEvent = eventCompiler(spec, tools, onLimit);
      ofEvents.set(spec, ofEvent);
    }
    return ofEvent;
  };
  compilers.set(onLimit ?? tools, compiler);
  return compiler;
}

function eventCompiler(
  spec: EventSpec,
  tools: ToolNames,
  onLimit: ((text: string) => void) | undefined,
): ReturnType<MatcherCompiler> {
  const rule = ruleOf(spec);
  const compiled = new Map<string | null, CompiledMatcher>();
  return (pattern) => {
    let matcher = compiled.get(pattern);
    if (!matcher) {
      matcher = compileMatcher(pattern, rule, tools, onLimit);
      if (compiled.size >= remembered) compiled.clear();
      compiled.set(pattern, matcher);
    }
    return matcher;
  };
}

function ruleOf({ subject, matcher }: EventSpec) {
  const noun = subject === null || subject === "tool_name" ? "tool" : subject.replaceAll("_", " ");
  return { narrow: matcher === "narrow", withoutSubject: subject === null, noun };
}
