import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Heard } from "./heard.ts";
import { denyMeaning } from "./interpret.ts";

/** What of a decision says whether the event goes on. */
export type Ended = Pick<Decision, "verdict" | "halt">;

/** An event that nothing has stopped. */
export const goesOn: Ended = { verdict: "pass", halt: null };

/** True for a guard that broke while what it guards went on: it could have stopped it, its fault did not, and nobody else has. */
export function failedOpen(
  event: Event,
  { hook, dialect, outcome, background }: Pick<Heard, "hook" | "dialect" | "outcome" | "background">,
  { verdict, halt }: Ended,
): boolean {
  // Who cancels a call does not let it through.
  if (outcome.fault === null || outcome.fault.kind === "cancelled") return false;
  if (background || hook.mode !== "enforce" || denyMeaning(event, dialect) !== "stop") return false;
  if (verdict === "deny" || halt !== null) return false;
  return hook.onFailure === "continue" || event.spec.failsOpen === true;
}
