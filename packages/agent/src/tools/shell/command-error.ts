/** A command that did not end well; its message is what the model hears. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly exitCode: number;
  readonly stdout: string;
  /** True if it was the person, or the end of the session, that ended it. */
  readonly interrupted: boolean;

  constructor(
    message: string,
    facts: { readonly exitCode: number; readonly stdout: string; readonly interrupted: boolean },
  ) {
    super(message);
    this.exitCode = facts.exitCode;
    this.stdout = facts.stdout;
    this.interrupted = facts.interrupted;
  }
}
