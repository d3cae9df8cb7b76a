import { compileRule } from "./compile-rule.ts";
import { type KnownExpression, knownOf } from "./expression/known-expression.ts";
import { createRuleEnvironments } from "./expression/rule-environment.ts";
import type { JudgeTools } from "./expression/tools.ts";
import type { Pack } from "./pack.ts";
import { allPacks } from "./packs/all.ts";

/** A pack as a bundle holds it: what is known of its rules stands beside them, by their ids. */
export interface PackData {
  readonly pack: Pack;
  readonly known: { readonly [rule: string]: KnownExpression };
}

/** Every pack with what can be told of the conditions of its rules: what a bundle is made of. */
export function packsKnown(tools: JudgeTools): readonly PackData[] {
  const compiler = { environments: createRuleEnvironments(tools), tools };
  return allPacks.map((pack) => {
    const known: { [rule: string]: KnownExpression } = {};
    for (const rule of pack.rules) {
      const { when } = compileRule(rule, pack.name, compiler).compiled;
      if (when) known[rule.id] = knownOf(when);
    }
    return { pack, known };
  });
}
