import type { RunReport } from "./decision.ts";
import type { JsonObject } from "./json.ts";

const answers = new WeakMap<RunReport, JsonObject>();

/** Keeps the whole object that a hook answered with beside its report, which shows an excerpt of what was printed and nothing of a function. */
export function keepAnswer(report: RunReport, answer: JsonObject | null): RunReport {
  if (answer !== null) answers.set(report, answer);
  return report;
}

/** The object that a hook of this decision answered with; null if it gave none, or if the report came from somewhere else. */
export function answerOf(report: RunReport): JsonObject | null {
  return answers.get(report) ?? null;
}
