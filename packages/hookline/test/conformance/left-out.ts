import type { Facts } from "./facts.ts";

/** Records that no library can decide, and why. */
export const leftOut: { readonly [id: string]: string } = {
  "k/sig-SIGKILL": "the agent's own process is killed: nothing of a library in it can act any more",
};

/** Facts of a record that no library decides, and why; all its other facts are compared. */
export const partly: {
  readonly [id: string]: { readonly why: string; readonly facts: readonly (keyof Facts)[] };
} = {
  "c/once-true": {
    why: "its tool_ran asks for a file that no call of this record writes",
    facts: ["toolRan"],
  },
  "e/50MB-stderr-exit2-no-event-stream": {
    why: "the agent compacts after a reason of 52 MB, with model requests of its own",
    facts: ["requests"],
  },
  "g/matrix-PreToolUse": {
    why: "a background sub-agent makes model requests of its own",
    facts: ["requests"],
  },
  "k/user-project-local-flag": {
    why: "its stamps are cut and have two zero points",
    facts: ["stamps", "together"],
  },
};
