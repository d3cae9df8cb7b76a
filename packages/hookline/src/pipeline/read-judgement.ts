import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import { type Outcome, outcome } from "../contract/outcome.ts";
import type { RunEnd } from "../contract/run.ts";

/** Reads a model's judgement: it may refuse, never allow. */
export function readJudgement(event: Event, hook: Hook, end: RunEnd & { kind: "judgement" }): Outcome {
  if (end.ok) return outcome();
  // A condition that can never be met must not keep an agent working for ever.
  if (end.impossible && event.spec.deny === "continue") {
    return outcome({ messages: [{ level: "info", text: end.reason || `${hook.id}: cannot be met` }] });
  }
  const reason = end.reason === "" ? `refused by ${hook.id}` : end.reason;
  const halt = end.continues ? null : { reason };
  switch (event.spec.judges) {
    case "denyAndHalt":
      return outcome({ verdict: "deny", reason, halt });
    case "halt":
      return end.continues ? outcome({ verdict: "deny", reason }) : outcome({ halt: { reason } });
    case "deny":
      return outcome({ verdict: "deny", reason });
    default:
      return outcome({
        messages: [{ level: "info", text: `a model's refusal has no effect on ${event.spec.name}` }],
      });
  }
}
