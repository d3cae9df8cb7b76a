/** One way in which a payload of this agent is not as Claude Code sends it. */
export interface Differs {
  readonly event: string;
  /** The path of the field; `[]` stands for the items of a list. */
  readonly field: string;
  readonly is: "not sent" | "added" | "other type" | "other value" | "no such moment";
}

/** A difference that is meant. */
export interface Difference extends Differs {
  readonly why: string;
}

/** Every difference between the payloads of this agent and those of Claude Code. */
export const differences: readonly Difference[] = [];
