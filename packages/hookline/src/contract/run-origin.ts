import type { RunReport } from "./decision.ts";
import type { Outcome } from "./outcome.ts";

/** What is known of a run beyond its report: which hook it was of, and all that it said. */
export interface RunOrigin {
  /** The `identity` of the hook. */
  readonly identity: string;
  readonly outcome: Outcome;
  /** True if it judged the final input after a rewrite. */
  readonly secondLook: boolean;
}

const origins = new WeakMap<RunReport, RunOrigin>();

/** Keeps beside a report what it does not show. */
export function keepOrigin(report: RunReport, origin: RunOrigin | null): RunReport {
  if (origin !== null) origins.set(report, origin);
  return report;
}

/** What was kept beside a report; null if it came from somewhere else. */
export function originOf(report: RunReport): RunOrigin | null {
  return origins.get(report) ?? null;
}
