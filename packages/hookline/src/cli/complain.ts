import { HooklineError } from "../contract/errors.ts";
import { shownText } from "./shown.ts";
import { UsageError } from "./verb.ts";

/** Says what went wrong, in one line for a mistake of the caller, and gives the exit status. */
export function complain(error: unknown, write: (text: string) => void): number {
  write(`hookline: ${shownText(explain(error))}\n`);
  return error instanceof UsageError ? error.status : 1;
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error instanceof UsageError || error instanceof HooklineError;
  if (process.env.HOOKLINE_DEBUG === "1") return error.stack ?? error.message;
  return expected ? error.message : `${error.message} (HOOKLINE_DEBUG=1 shows where)`;
}
