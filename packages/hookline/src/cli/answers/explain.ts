import { decisionAnswer, diagnosticAnswer } from "./decision.ts";
import { anyObject, anything, count, fields, list, number, orNull, text, word, yesNo } from "./schema.ts";

const conditionAnswer = fields({
  name: word("if", "when"),
  text,
  holds: orNull(yesNo),
  looked: anyObject,
});

const hookAnswer = fields({
  id: text,
  event: text,
  type: text,
  dialect: text,
  source: text,
  answer: word("runs", "untrusted", "barred", "skipped", "unmatched", "other-event", "not-chosen"),
  near: yesNo,
  why: list(text),
  todo: list(text),
  matcher: orNull(text),
  meaning: text,
  conditions: list(conditionAnswer),
  order: orNull(count),
  after: list(text),
  background: yesNo,
  mode: word("enforce", "warn", "shadow"),
  onFailure: word("continue", "block"),
  once: yesNo,
  timeoutMs: number,
  groupTimeoutMs: orNull(number),
  environment: word("whole", "scrubbed", "strict"),
  cwd: text,
});

const tracedRunAnswer = fields({
  hook: text,
  source: text,
  type: text,
  mode: text,
  command: orNull(text),
  exitCode: orNull(number),
  durationMs: number,
  verdict: text,
  fault: orNull(text),
  said: anything,
  background: yesNo,
});

const lastAnswer = fields({
  eventId: text,
  at: number,
  event: text,
  project: text,
  session: text,
  subject: orNull(text),
  matched: list(text),
  skipped: list(fields({ hook: text, why: text })),
  runs: list(tracedRunAnswer),
  verdict: text,
  halt: yesNo,
  durationMs: number,
});

/** What `hookline explain --json` prints. */
export const explainAnswer = fields({
  event: text,
  subject: orNull(text),
  project: text,
  count: fields({ run: count, event: count, all: count }),
  conditions: word("judged", "assumed"),
  blanks: list(text),
  hooks: list(hookAnswer),
  order: list(fields({ dialect: text, strands: list(list(text)) })),
  notes: list(text),
  doubts: list(text),
  problems: list(diagnosticAnswer),
  unread: list(fields({ path: text, why: text, mend: text })),
  last: orNull(lastAnswer),
  decision: orNull(decisionAnswer),
  said: list(fields({ hook: text, source: text, counts: yesNo, changes: list(text), hint: orNull(text) })),
  won: orNull(fields({ verdict: text, by: list(text), why: list(text) })),
});
