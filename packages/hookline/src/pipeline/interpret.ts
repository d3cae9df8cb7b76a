import type { Dialect } from "../contract/dialect.ts";
import type { DenyMeaning, Event } from "../contract/event.ts";
import type { FaultKind } from "../contract/fault.ts";
import type { Hook } from "../contract/hook.ts";
import { type Outcome, outcome } from "../contract/outcome.ts";
import type { Run } from "../contract/run.ts";
import { answerOf } from "./read-answer.ts";
import { readExit, readPrinted } from "./read-exit.ts";
import { readJudgement } from "./read-judgement.ts";
import { readValue } from "./read-value.ts";

/** What a deny does on this event for hooks of this dialect. */
export function denyMeaning(event: Event, dialect: Dialect): DenyMeaning {
  return dialect.denies[event.spec.name] ?? event.spec.deny;
}

/** Turns the facts of a run into what the hook said; never throws, and says nothing about what follows from it. */
export function interpret(event: Event, hook: Hook, dialect: Dialect, run: Run): Outcome {
  const said = read(event, hook, dialect, run);
  if (said.verdict === "pass") return said;
  const reason = said.reason === "" && said.verdict === "deny" ? `blocked by ${hook.id}` : said.reason;
  if (denyMeaning(event, dialect) !== "none") return { ...said, reason };
  // What cannot be stopped is told to the person instead.
  const text = said.reason === "" ? `"${said.verdict}" has no effect on ${event.spec.name}` : said.reason;
  return { ...said, verdict: "pass", reason, messages: [...said.messages, { level: "warn", text }] };
}

function read(event: Event, hook: Hook, dialect: Dialect, run: Run): Outcome {
  const { end } = run;
  switch (end.kind) {
    case "fault":
      return fault(end.fault, end.detail);
    case "signal":
      return fault("crash", `ended by ${end.signal}`);
    case "exit":
      return readExit(event, hook, dialect, run, end.code);
    case "text":
      return readPrinted(event, dialect, run);
    case "http":
      return readResponse(event, dialect, run, end.status);
    case "value":
      return readValue(event, dialect, end.value);
    case "judgement":
      return readJudgement(event, hook, end);
  }
}

function readResponse(event: Event, dialect: Dialect, run: Run, status: number): Outcome {
  if (status < 200 || status > 299) return fault("crash", `the endpoint answered with status ${status}`);
  const answer = answerOf(event, dialect, run.stdout);
  if (answer.kind === "fault") return fault(answer.fault, answer.detail);
  if (answer.kind === "text" && dialect.answer !== "never")
    return fault("malformed", "the endpoint's answer is not a JSON object");
  return answer.kind === "said" ? answer.outcome : outcome();
}

function fault(kind: FaultKind, detail: string): Outcome {
  return outcome({ fault: { kind, detail } });
}
