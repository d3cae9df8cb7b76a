import type { JsonObject } from "../contract/json.ts";
import type { EventName, PayloadOf, SeenPayload } from "../events/names.ts";
import { runsStartedFile } from "../system/started-file.ts";
import type { AnswerTo, EffectsOf } from "./answers.ts";
import { type AnyHook, type HookCall, makeHook } from "./make-hook.ts";

/** What a hook is for. */
export interface HookOn<E extends EventName> {
  readonly event: E | readonly E[];
  /** As in a hook file: exact names (`Write|Edit`), or a regular expression; on what is not matched the hook says nothing. */
  readonly match?: string;
}

/** What a handler sees: the complete payload of its event, or of each of them. */
export type Seen<E extends EventName> = E extends EventName ? SeenPayload<E> : never;

/** What a test passes: what a host fills in may be left out. */
export type Given<E extends EventName> = E extends EventName ? PayloadOf<E> : never;

/** What a hook for one of these events may answer; which of them it may on the event at hand is checked when it runs. */
export type AnswerToAny<E extends EventName> = E extends EventName ? AnswerTo<E> : never;

type KeyOf<T> = T extends unknown ? keyof T : never;
type EffectsOfAny<E extends EventName> = E extends EventName ? EffectsOf<E> : never;
type Unknown<R, E extends EventName> = R extends object
  ? Exclude<keyof R, KeyOf<AnswerToAny<E>>> | UnknownEffect<R, E>
  : never;
type UnknownEffect<R, E extends EventName> = R extends { readonly effects: infer F }
  ? Exclude<keyof F, KeyOf<EffectsOfAny<E>>>
  : never;
type NothingElse<R, E extends EventName> = [Unknown<R, E>] extends [never]
  ? unknown
  : { readonly "an answer to this event has no such key": Unknown<R, E> };

/** A hook that is a command, a module's default export, a function for `engine.on`, and can be called in tests. */
export interface DefinedHook<E extends EventName> {
  (payload: Seen<E>, call: HookCall): Promise<JsonObject | undefined>;
  readonly events: readonly E[];
  readonly match: string | undefined;
  /** What it answers, checked; undefined if it says nothing. */
  run(payload: Given<E>): Promise<AnswerToAny<E> | undefined>;
  /** Acts as a command: one event on stdin, one answer on stdout. A file that is itself started does so unasked. */
  main(): Promise<never>;
}

/** Declares a hook; what it sees and what it may answer follow from its events. */
export function defineHook<const E extends EventName, R extends AnswerToAny<E> | undefined | null | void>(
  on: HookOn<E>,
  handler: ((payload: Seen<E>, call: HookCall) => R | Promise<R>) & NothingElse<R, E>,
): DefinedHook<E>;
/** The same, as it is built: its types are those above. */
export function defineHook(
  on: { readonly event: string | readonly string[]; readonly match?: string },
  handler: (payload: JsonObject, call: HookCall) => unknown,
): AnyHook {
  const hook = makeHook(on, handler);
  // The file that defines it is being run: if it is the one that was started, this process is the hook.
  if (runsStartedFile(new Error().stack ?? "", process.argv[1])) setImmediate(() => void hook.main());
  else warnIfUnused(hook);
  return hook;
}

/** A hook's process that runs no hook would pass everything without a word. */
function warnIfUnused(hook: AnyHook): void {
  if (process.env.HOOKLINE_EVENT_ID === undefined) return;
  process.once("exit", () => {
    if (hook.called()) return;
    console.error(
      `a hook for ${hook.events.join(", ")} was defined and never ran: in a file that imports it, call its main()`,
    );
  });
}
