import { callWithin } from "../system/bounded-call.ts";
import type { TextMatch } from "./case.ts";

/** Something that is not as expected: of what, what was expected, and what came. */
export interface Difference {
  readonly what: string;
  readonly expected: string;
  readonly came: string;
}

/** What a pattern may take on one text. */
const limitMs = 250;

/** How a text differs from what is expected of it; null if it does not. */
export function compareText(what: string, expected: TextMatch, came: string): Difference | null {
  const wanted = typeof expected === "string" ? { equals: expected } : expected;
  if ("equals" in wanted) return wanted.equals === came ? null : { what, expected: wanted.equals, came };
  if ("contains" in wanted) {
    return came.includes(wanted.contains)
      ? null
      : { what, expected: `something with ${wanted.contains}`, came };
  }
  const tried = callWithin(limitMs, () => new RegExp(wanted.matches).test(came));
  if (tried.kind === "limit")
    return { what, expected: `/${wanted.matches}/, which takes too long to compare`, came };
  return tried.value ? null : { what, expected: `something that fits /${wanted.matches}/`, came };
}

/** What is expected of a text, in words. */
export function describeMatch(expected: TextMatch): string {
  if (typeof expected === "string") return expected;
  if ("equals" in expected) return expected.equals;
  return "contains" in expected ? `something with ${expected.contains}` : `/${expected.matches}/`;
}
