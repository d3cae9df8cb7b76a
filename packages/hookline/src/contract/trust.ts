import type { JsonObject } from "./json.ts";

/** Whether a hook may run: it is the user's own or the machine's, somebody approved it, nobody did, or it has changed since. */
export type TrustState = "own" | "managed" | "trusted" | "untrusted" | "modified";

/** The trust in one hook: why it may not run (null if it may), and what has changed since it was approved. */
export interface HookTrust {
  readonly state: TrustState;
  readonly why: string | null;
  readonly changes: readonly string[];
}

/** What somebody approved of a hook: its entry and its files as they were then. */
export interface KnownApproval {
  readonly hook: string;
  /** The path of its hook file. */
  readonly source: string;
  /** When, as an ISO date. */
  readonly at: string;
  /** Empty if it was too large to be kept. */
  readonly entry: JsonObject;
  readonly files: readonly ApprovedFile[];
}

/** A local file that an approval covers. */
export interface ApprovedFile {
  readonly path: string;
  /** Null if it could not be read then. */
  readonly digest: string | null;
  /** Its text as it was then; null if it is not kept: it was large, no text, or approved by an older version. */
  text(): string | null;
}
