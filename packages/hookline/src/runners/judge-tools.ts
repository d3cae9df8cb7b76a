import type { CompiledSearch, JudgeTools } from "../policy/expression/tools.ts";
import { callWithin } from "../system/bounded-call.ts";
import { compileLinearPattern, compilePattern } from "../system/patterns/pattern.ts";

/** So many patterns are kept compiled. */
const kept = 2000;
const patterns = new Map<string, CompiledSearch>();

/** What compiling one may take: a pattern that is refused because the machine is busy would make its rule block. */
const compileMs = 500;

/** Regular expressions and calls that surely end, for conditions and rules. */
export const judgeTools: JudgeTools = {
  compilePattern(source) {
    let compiled = patterns.get(source);
    if (!compiled) {
      compiled = compilePattern(source);
      // CEL's own patterns are those of RE2, so what JavaScript does not know is left to it.
      if (!compiled.pattern) compiled = compileLinearPattern(source, compileMs);
      if (patterns.size >= kept) patterns.clear();
      patterns.set(source, compiled);
    }
    return compiled;
  },
  callWithin,
};
