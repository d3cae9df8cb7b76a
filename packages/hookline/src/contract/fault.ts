/** The ways in which a hook itself can break, and none besides. */
export const faultKinds = [
  "spawn",
  "timeout",
  "crash",
  "malformed",
  "oversized",
  "cancelled",
  "untrusted",
  "resource",
] as const;

/** One of the eight faults. */
export type FaultKind = (typeof faultKinds)[number];

/** That a hook broke, how, and a sentence for people. */
export interface Fault {
  readonly kind: FaultKind;
  readonly detail: string;
}
