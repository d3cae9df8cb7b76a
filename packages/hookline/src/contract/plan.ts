import type { Dialect } from "./dialect.ts";
import type { Event } from "./event.ts";
import type { Fault } from "./fault.ts";
import type { ApprovedHook, Hook } from "./hook.ts";

/** One hook of a plan: it will run, or it is a fault already. */
export type PlanItem =
  | {
      readonly kind: "run";
      /** Its place in configuration order. */
      readonly order: number;
      readonly hook: ApprovedHook;
      readonly background: boolean;
      /** False for a policy of an unapproved file: only its deny and ask count. */
      readonly trusted: boolean;
    }
  | { readonly kind: "fault"; readonly order: number; readonly hook: Hook; readonly fault: Fault };

/** Hooks that run one after the other, each seeing the rewrites of those before it. */
export type Strand = readonly PlanItem[];

/** The hooks of one dialect; its strands start together. */
export interface Lane {
  readonly dialect: Dialect;
  readonly strands: readonly Strand[];
}

/** A hook whose matcher fits and that will not run, and why. */
export interface Skip {
  readonly hook: Hook;
  readonly why: string;
}

/** Which hooks will run, in which order, with which deadline. */
export interface Plan {
  readonly event: Event;
  readonly lanes: readonly Lane[];
  readonly skips: readonly Skip[];
  /** Problems met while planning (a condition that could not be judged), for the person. */
  readonly notes: readonly { readonly hook: Hook; readonly text: string }[];
}
