import type { Dialect } from "../contract/dialect.ts";
import type { Hook } from "../contract/hook.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Run } from "../contract/run.ts";

/** What was heard of one hook: how it ran and what it said. */
export interface Heard {
  readonly hook: Hook;
  readonly dialect: Dialect;
  /** Hooks of one strand saw each other's rewrites. */
  readonly strand: number;
  /** It goes on without being waited for, so nothing that it says counts here. */
  readonly background: boolean;
  /** False for a policy of an unapproved file. */
  readonly trusted: boolean;
  /** True if it judged the final input after a rewrite. */
  readonly secondLook: boolean;
  /** What a policy allowed was rewritten afterwards: its allow is for something that does not run. */
  readonly outdated?: true;
  /** Null while it still runs. */
  readonly run: Run | null;
  readonly outcome: Outcome;
}

/** One hook's part in the decision: what was heard of it, and what of that counts. */
export interface Voice {
  readonly heard: Heard;
  readonly counts: Outcome;
}
