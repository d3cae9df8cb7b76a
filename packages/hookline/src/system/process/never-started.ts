import type { ProcessFacts } from "../../contract/process.ts";
import { silence } from "../../contract/run.ts";

/** The facts of a command that was cancelled before it began. */
export const neverStarted: ProcessFacts = {
  end: { kind: "cancelled" },
  stdout: silence,
  stderr: silence,
  durationMs: 0,
  left: [],
};
