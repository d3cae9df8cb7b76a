import type { Call, Services } from "../contract/runner.ts";

type Door = typeof import("../policy/index.ts");

/** What judges rules: loaded by those who have some. */
export type PolicyRoom = Pick<
  Door,
  | "allPacks"
  | "compilePolicy"
  | "filesLeft"
  | "filesRun"
  | "fittingRules"
  | "judgePolicy"
  | "makeModel"
  | "pathsToFollow"
> & {
  /** A policy for one event, where it is judged once and by a process that ends then: all others compile it once for all events. */
  readonly narrowed?: Door["policyFor"];
};

/** What a policy needs to know of a call and of the world. */
export interface PolicyCall extends Pick<Call, "event" | "projectDir" | "cwd"> {
  readonly services: Pick<Services, "home" | "ownPaths" | "variable" | "stateFolder" | "rehearse"> & {
    /** Stands for the engine: what its sessions wrote is read once. */
    readonly judgements: object;
    /** Writes later what must be remembered, for those who do not know yet whether they are the ones who judge; at once if absent. */
    later?(write: () => void): void;
  };
}
