import type { Event } from "../../contract/event.ts";
import type { Condition } from "../../contract/hook.ts";
import { eventVariables } from "../../policy/expression/event-variables.ts";
import {
  compileExpression,
  createEnvironment,
  type Expression,
  errorText,
} from "../../policy/expression/expressions.ts";
import { judgeTools } from "../../runners/judge-tools.ts";
import { callWithin } from "../../system/bounded-call.ts";

/** A compiled `when`, and what is wrong with it. */
export interface CompiledWhen {
  readonly condition: Condition;
  readonly problem: string | null;
}

/** An expression that goes through lists inside lists can take for ever. */
const limitMs = 100;

const environment = createEnvironment(judgeTools);

/** Compiles a `when`: an expression of CEL about the event; what cannot be judged holds, with a problem. */
export function compileWhen(text: string): CompiledWhen {
  const { expression, problem: why } = compileExpression(text, environment);
  if (expression) return { condition: conditionOf(expression), problem: null };
  const problem = `when: "${text}" cannot be judged (${why}), so the hook always runs; correct the expression`;
  return { condition: { text, test: () => ({ holds: true, problem }) }, problem };
}

function conditionOf(expression: Expression): Condition {
  const { text, depth, grows } = expression;
  const unjudged = (why: string) => ({ holds: true, problem: `when: "${text}": ${why}; the hook runs` });
  const bounded = depth > 0 || grows;
  return {
    text,
    test(event: Event) {
      try {
        const evaluate = () => expression.evaluate(eventVariables(event));
        const result = bounded
          ? callWithin(limitMs, evaluate)
          : { kind: "value" as const, value: evaluate() };
        if (result.kind === "limit") return unjudged(`it was not done after ${limitMs} ms`);
        if (typeof result.value !== "boolean") return unjudged("it gave neither true nor false");
        return { holds: result.value };
      } catch (error) {
        return unjudged(errorText(error));
      }
    },
  };
}
