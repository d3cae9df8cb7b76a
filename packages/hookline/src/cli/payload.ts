import type { JsonObject } from "../contract/json.ts";
import { type Dialect, native } from "../index.ts";
import { type Caller, ownCaller } from "./caller.ts";
import { readPayload } from "./fire/read-payload.ts";
import { UsageError, type VerbOptions } from "./verb.ts";

export { readPayload } from "./fire/read-payload.ts";

/** The event and payload that a call of `hookline fire` or of another verb names, from its arguments, a file or stdin, in the words of a dialect. */
export async function readCall(
  eventArgument: string | undefined,
  options: VerbOptions,
  dialect: Dialect = native,
  verb = "fire",
  caller: Caller = ownCaller,
): Promise<Call> {
  return callOf(eventArgument, readPayload(options, caller), dialect, verb);
}

/** An event and its payload. */
export interface Call {
  readonly event: string;
  readonly payload: JsonObject;
}

/** The event that an argument or the payload names, which must agree. */
export function callOf(
  eventArgument: string | undefined,
  given: JsonObject,
  dialect: Dialect = native,
  verb = "fire",
): Call {
  const { event: named, payload } = dialect.decode(given);
  if (eventArgument !== undefined && named !== "" && named !== eventArgument) {
    throw new UsageError(
      `the event is ${eventArgument} and the payload's "hook_event_name" is ${named}: they must agree`,
    );
  }
  const event = eventArgument ?? named;
  if (event === "") {
    throw new UsageError(
      `which event? Name it (hookline ${verb} PreToolUse …) or put "hook_event_name" in the payload`,
    );
  }
  return { event, payload };
}
