import type { ProcessFacts } from "../contract/process.ts";
import { faultRun, type Run } from "../contract/run.ts";

/** What the machine was short of: the hook is not to blame. */
const shortages = new Set(["EAGAIN", "EMFILE", "ENFILE", "ENOMEM"]);

/** The run of a process, from its facts. */
export function runOfProcess(facts: ProcessFacts): Run {
  const { end, stdout, stderr, durationMs, left } = facts;
  switch (end.kind) {
    case "exit":
    case "signal":
      return { end, stdout, stderr, durationMs, left };
    case "timeout":
      return { ...faultRun("timeout", "the deadline passed", durationMs), stdout, stderr, left };
    case "cancelled":
      return { ...faultRun("cancelled", "the call was cancelled", durationMs), stdout, stderr, left };
    case "lost":
      return { ...faultRun("crash", end.message, durationMs), stdout, stderr, left };
    case "unstarted":
      return faultRun(shortages.has(end.code) ? "resource" : "spawn", end.message, durationMs);
  }
}
