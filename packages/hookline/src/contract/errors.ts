/** Every mistake of a caller that Hookline refuses, with its stable code. */
export const errorCodes = {
  "unknown-event": "the event's name is not known",
  "invalid-payload": "a required field of the payload is missing or has the wrong type",
  "engine-closed": "the engine was closed",
  "invalid-option": "an option of createEngine is wrong",
  "already-defined": "two things have the same name",
  "audit-unwritten": "a record could not be written to the audit trail",
  "audit-unreadable": "the audit trail cannot be read, or does not hold what was asked for",
  "unreadable-store": "a file in the state folder is not what Hookline wrote there",
} as const;

/** The code of a HooklineError. */
export type ErrorCode = keyof typeof errorCodes;

/** A caller's mistake: thrown, with a sentence that says what to do. What hooks do wrong is never thrown. */
export class HooklineError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "HooklineError";
    this.code = code;
  }
}
