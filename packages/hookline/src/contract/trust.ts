/** Whether a hook may run: it is the user's own or the machine's, somebody approved it, nobody did, or it has changed since. */
export type TrustState = "own" | "managed" | "trusted" | "untrusted" | "modified";

/** The trust in one hook: why it may not run (null if it may), and what has changed since it was approved. */
export interface HookTrust {
  readonly state: TrustState;
  readonly why: string | null;
  readonly changes: readonly string[];
}
