import type { Decision } from "../index.ts";
import type { ExpectedDecision } from "./case.ts";
import { compareDecision } from "./compare-decision.ts";
import { showDifference } from "./show-difference.ts";

/** Throws if a decision is not as expected, with a sentence for each difference; any test runner shows it. */
export function expectDecision(decision: Decision, expected: ExpectedDecision): void {
  const differences = compareDecision(decision, expected);
  if (differences.length === 0) return;
  const lines = differences.flatMap((one) => showDifference(one));
  throw new Error([`${decision.event}: the decision is not as expected`, ...lines].join("\n"));
}
