import { faultKinds, verdicts } from "../../index.ts";
import { anyObject, anything, count, fields, list, number, orNull, text, word, yesNo } from "./schema.ts";

/** One of the verdicts. */
export const verdictAnswer = word(...verdicts);

/** What is wrong in a hook file. */
export const diagnosticAnswer = fields({
  severity: word("error", "warning", "info"),
  file: text,
  line: count,
  column: count,
  message: text,
  hint: text,
});

const runAnswer = fields({
  hook: text,
  source: text,
  dialect: text,
  type: text,
  mode: word("enforce", "warn", "shadow"),
  status: word("ok", "fault", "background"),
  fault: orNull(word(...faultKinds)),
  exitCode: orNull(number),
  signal: orNull(text),
  durationMs: number,
  verdict: verdictAnswer,
  reason: text,
  stdout: text,
  stderr: text,
  truncated: yesNo,
  left: list(count),
});

/** A decision, as `hookline fire --json` prints it. */
export const decisionAnswer = fields({
  event: text,
  eventId: text,
  verdict: verdictAnswer,
  reason: text,
  halt: orNull(fields({ reason: text })),
  updatedInput: orNull(anyObject),
  updatedOutput: anything,
  updatedPrompt: orNull(text),
  inputDigest: text,
  context: list(text),
  messages: list(fields({ level: word("info", "warn", "error"), text, hook: text })),
  effects: anyObject,
  runs: list(runAnswer),
  skipped: list(fields({ hook: text, source: text, dialect: text, why: text })),
  diagnostics: list(diagnosticAnswer),
  durationMs: number,
});
