import type { Event } from "../contract/event.ts";
import type { Heard } from "./heard.ts";
import { denyMeaning } from "./interpret.ts";

/** True for a guard that broke while what it guards went on: its verdict would have counted, and its fault did not. */
export function failedOpen(
  event: Event,
  { hook, dialect, outcome, background }: Pick<Heard, "hook" | "dialect" | "outcome" | "background">,
): boolean {
  // Who cancels a call does not let it through.
  if (outcome.fault === null || outcome.fault.kind === "cancelled") return false;
  if (background || hook.mode !== "enforce" || denyMeaning(event, dialect) === "none") return false;
  return hook.onFailure === "continue" || event.spec.failsOpen === true;
}
