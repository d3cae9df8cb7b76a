import type { JsonObject } from "../contract/json.ts";
import { type Dialect, native } from "../index.ts";
import { readPayload } from "./fire/read-payload.ts";
import { UsageError, type VerbOptions } from "./verb.ts";

/** The event and payload that a call of `hookline fire` names, from its arguments, a file or stdin, in the words of a dialect. */
export async function readCall(
  eventArgument: string | undefined,
  options: VerbOptions,
  dialect: Dialect = native,
): Promise<{ readonly event: string; readonly payload: JsonObject }> {
  const { event: named, payload } = dialect.decode(readPayload(options));
  if (eventArgument !== undefined && named !== "" && named !== eventArgument) {
    throw new UsageError(
      `the event is ${eventArgument} and the payload's "hook_event_name" is ${named}: they must agree`,
    );
  }
  const event = eventArgument ?? named;
  if (event === "") {
    throw new UsageError(
      'which event? Name it (hookline fire PreToolUse …) or put "hook_event_name" in the payload',
    );
  }
  return { event, payload };
}
