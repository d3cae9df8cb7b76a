import type { ApprovedHook, Hook } from "../../src/contract/hook.ts";
import { exampleHook } from "../pipeline/examples.ts";

/** A hook that may run, with whatever is given instead of its plain values. */
export function approvedHook(given: Partial<Hook> = {}): ApprovedHook {
  // Only `plan` approves hooks; a runner's test stands in for it, here and nowhere else.
  return exampleHook({ id: "under-test", type: "function", timeoutMs: 5_000, ...given }) as ApprovedHook;
}
