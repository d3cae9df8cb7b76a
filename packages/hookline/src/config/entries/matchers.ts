import type { MatcherGrammar } from "../../contract/dialect.ts";
import type { EventSpec } from "../../contract/event.ts";
import { grammarOfMatchers } from "../matching/grammars.ts";
import type { CompiledMatcher, MatcherRule } from "../matching/matcher.ts";
import type { ToolNames } from "../matching/tool-names.ts";

/** Compiles the matchers of one event after the other, each pattern once. */
export type MatcherCompiler = (
  spec: EventSpec,
  grammar: MatcherGrammar,
) => (pattern: string | null) => CompiledMatcher;

/** Matchers remember their answers, so the same ones serve as long as the tools are the same. */
const compilers = new WeakMap<object, MatcherCompiler>();

/** Beyond this many patterns of one event the memory starts anew. */
const remembered = 10_000;

/** The compiler for these tools; `onLimit` is told when a pattern took too long and therefore counts as matched. */
export function matcherCompiler(tools: ToolNames, onLimit?: (text: string) => void): MatcherCompiler {
  const known = compilers.get(onLimit ?? tools);
  if (known) return known;
  const ofGrammars = new Map<MatcherGrammar, Map<EventSpec, ReturnType<MatcherCompiler>>>();
  const compiler: MatcherCompiler = (spec, grammar) => {
    const ofEvents = ofGrammars.get(grammar) ?? new Map<EventSpec, ReturnType<MatcherCompiler>>();
    ofGrammars.set(grammar, ofEvents);
    let ofEvent = ofEvents.get(spec);
    if (!ofEvent) {
      ofEvent = eventCompiler(spec, grammar, tools, onLimit);
      ofEvents.set(spec, ofEvent);
    }
    return ofEvent;
  };
  compilers.set(onLimit ?? tools, compiler);
  return compiler;
}

function eventCompiler(
  spec: EventSpec,
  grammar: MatcherGrammar,
  tools: ToolNames,
  onLimit: ((text: string) => void) | undefined,
): ReturnType<MatcherCompiler> {
  const rule = ruleOf(spec, grammar);
  const compile = grammarOfMatchers(grammar);
  const compiled = new Map<string | null, CompiledMatcher>();
  return (pattern) => {
    let matcher = compiled.get(pattern);
    if (!matcher) {
      matcher = compile(pattern, rule, tools, onLimit);
      if (compiled.size >= remembered) compiled.clear();
      compiled.set(pattern, matcher);
    }
    return matcher;
  };
}

/** What an event says about its matchers, in a grammar that may be for tools alone. */
export function ruleOf({ subject, matcher }: EventSpec, grammar?: MatcherGrammar): MatcherRule {
  const noun = subject === null || subject === "tool_name" ? "tool" : subject.replaceAll("_", " ");
  const withoutSubject = subject === null || (grammar === "tool-glob" && subject !== "tool_name");
  return { narrow: matcher === "narrow", withoutSubject, noun };
}
