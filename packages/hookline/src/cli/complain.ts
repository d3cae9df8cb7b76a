import { HooklineError } from "../contract/errors.ts";
import type { Caller } from "./caller.ts";
import { shownText } from "./shown.ts";
import { UsageError } from "./verb.ts";

/** Says what went wrong, in one line for a mistake of the caller, and gives the exit status. */
export function complain(
  error: unknown,
  write: (text: string) => void,
  env: Caller["env"] = process.env,
): number {
  write(`hookline: ${shownText(explain(error, env), env)}\n`);
  return error instanceof UsageError ? error.status : 1;
}

function explain(error: unknown, env: Caller["env"]): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error instanceof UsageError || error instanceof HooklineError;
  if (env.HOOKLINE_DEBUG === "1") return error.stack ?? error.message;
  return expected ? error.message : `${error.message} (HOOKLINE_DEBUG=1 shows where)`;
}
