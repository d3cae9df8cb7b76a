import type { JsonObject } from "../../contract/json.ts";
import { suggest } from "../../contract/suggest.ts";
import { builtInEvents, type Engine } from "../../index.ts";
import { type Call, callOf, readPayload } from "../payload.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";
import { assumedEvent } from "./assumed-event.ts";
import { blankPayload, subjectField } from "./blank-payload.ts";
import { type LastEvent, lastEvent } from "./last.ts";

/** The event that is explained: its payload with blanks for what nobody gave, and what happened if it is a past one. */
export interface Asked {
  readonly event: string;
  readonly payload: JsonObject;
  readonly blanks: readonly string[];
  readonly last: LastEvent | null;
}

/** What a call names before its project is known: an event with its payload, or null for the last one. */
export async function namedCall(event: string | undefined, options: VerbOptions): Promise<Call | null> {
  const given = ["payload", "tool", "input"].some((name) => options[name] !== undefined);
  if (options.last === true && given)
    throw new UsageError("--last explains what was fired: leave out --payload, --tool and --input");
  if (options.last === true && options.run === true)
    throw new UsageError('--last explains what is past; to run its hooks again: "hookline replay --last"');
  if (options.last === true) return null;
  const payload = await readPayload(options);
  // Asked about a hook alone, the last event that it is for is meant.
  const alone = event === undefined && !given && Object.keys(payload).length === 0;
  return alone && options.hook !== undefined ? null : callOf(event, payload, undefined, "explain");
}

/** The event that is explained, of what was named or of what the trace tells. */
export function askedEvent(
  engine: Engine,
  call: Call | null,
  eventArgument: string | undefined,
  options: VerbOptions,
): Asked {
  if (call) return namedEvent(call, options.run === true);
  const id = textOption(options, "hook");
  const hook = engine.hooks.find((one) => one.id === id);
  // A dialect that was not chosen may have it.
  if (id !== undefined && !hook && options.dialect === undefined) throw unknownHook(engine, id);
  const name = eventArgument ?? (options.last === true ? undefined : hook?.event);
  const assumed = hook && options.last !== true ? hook : null;
  const last = assumed ? lastIfReadable(engine, name) : lastEvent(engine, name);
  if (last) return pastEvent(last);
  if (assumed) return { ...assumedEvent(engine, assumed), last: null };
  if (name !== undefined) checkEvent(name);
  const what = name === undefined ? "no event" : `no ${name}`;
  const isTool = name === undefined || subjectField(name) === "tool_name";
  const example = `hookline explain ${name ?? "PreToolUse"}${isTool ? ` --tool Bash --input '{"command":"ls"}'` : ""}`;
  throw new UsageError(
    `${what} of this project is in the trace (${engine.stateFolder}): none was fired here yet; name one: ${example}`,
  );
}

/** A trace that cannot be read is doubted later; it keeps nobody from hearing about a hook. */
function lastIfReadable(engine: Engine, name: string | undefined): LastEvent | null {
  try {
    return lastEvent(engine, name);
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** What to say of a hook that is not there; one in a file that is wrong may be there and not be read. */
export function unknownHook(
  { diagnostics, hooks }: Pick<Engine, "diagnostics" | "hooks">,
  id: string,
): UsageError {
  const near = suggest(
    id,
    hooks.map((hook) => hook.id),
  );
  const wrong = diagnostics.some(({ severity }) => severity === "error");
  const hint = near ? `did you mean "${near}"?` : '"hookline list" shows the ids';
  const unread = wrong ? '; the hook files have errors, and it may be lost to one: "hookline validate"' : "";
  return new UsageError(`there is no hook "${id}"; ${hint}${unread}`);
}

/** Throws for what is no event. */
function checkEvent(event: string): void {
  const names = builtInEvents.map(({ name }) => name);
  if (names.includes(event)) return;
  const near = suggest(event, names);
  throw new UsageError(
    `there is no event "${event}"; ${near ? `did you mean ${near}?` : "docs/events.md lists all events"}`,
  );
}

function namedEvent({ event, payload }: Call, run: boolean): Asked {
  const field = subjectField(event);
  checkEvent(event);
  if (run) return { event, payload, blanks: [], last: null };
  if (field !== null && payload[field] === undefined) {
    const how = field === "tool_name" ? "add --tool NAME" : `give it: --payload FILE with "${field}"`;
    throw new UsageError(`matchers of ${event} are about "${field}", and there is none: ${how}`);
  }
  return { event, ...blankPayload(event, payload), last: null };
}

/** A past event as it would be today: what is known of it, blanks for the rest. */
function pastEvent(last: LastEvent): Asked {
  const { event, subject, session } = last.traced;
  if (last.payload) {
    const { payload, blanks } = blankPayload(event, last.payload);
    return { event, payload, blanks, last };
  }
  const field = subjectField(event);
  const known = {
    ...(field !== null && subject !== null && { [field]: subject }),
    ...(session !== "" && { session_id: session }),
  };
  const { payload, blanks } = blankPayload(event, known);
  return { event, payload, blanks: blanks.length > 0 ? blanks : ["payload"], last };
}
