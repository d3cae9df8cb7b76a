import type { EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import { builtInEvents } from "../events/catalog.ts";
import { checkPayload, completePayload } from "../events/complete.ts";
import { checkAnswer } from "./check-answer.ts";
import { compileMatch, type Match } from "./match.ts";
import { runAsCommand } from "./run-as-command.ts";
import { returnedBy } from "./unreturned.ts";
import { wireAnswer } from "./wire-answer.ts";

/** What a handler gets beside the payload. */
export interface HookCall {
  /** Aborts when nobody waits for the answer any more; in a command it never does, since the process ends. */
  readonly signal: AbortSignal;
}

/** A hook of whatever events, before its types are narrowed. */
export interface AnyHook {
  (payload: JsonObject, call: HookCall): Promise<JsonObject | undefined>;
  readonly events: readonly string[];
  readonly match: string | undefined;
  run(payload: JsonObject): Promise<JsonObject | undefined>;
  main(): Promise<never>;
  /** Whether anybody has asked it anything. */
  called(): boolean;
}

/** Makes a hook; throws if what it is for can never be meant. */
export function makeHook(
  { event, match }: { readonly event: string | readonly string[]; readonly match?: string },
  handler: (payload: JsonObject, call: HookCall) => unknown,
): AnyHook {
  if (typeof handler !== "function")
    throw new TypeError("defineHook() takes { event, match } and a function");
  const events = typeof event === "string" ? [event] : [...event];
  if (events.length === 0) throw new TypeError("a hook needs at least one event");
  const specs = new Map(events.map(specOf).map((spec) => [spec.name, spec]));
  const matches = new Map<EventSpec, Match>();
  for (const spec of specs.values()) matches.set(spec, compileMatch(spec, match));
  let asked = false;
  const answer = async (payload: JsonObject, call: HookCall = never) => {
    asked = true;
    const { hook_event_name: name } = payload;
    const spec = typeof name === "string" ? specs.get(name) : undefined;
    if (!spec) {
      const given = name === undefined ? 'has no "hook_event_name"' : `is ${JSON.stringify(name)}`;
      throw new TypeError(`this hook is for ${events.join(", ")}, and the event ${given}`);
    }
    const said = matches.get(spec)?.(payload)
      ? checkAnswer(spec, await returnedBy(() => handler(payload, call)))
      : null;
    return { spec, said };
  };
  const wire = async (payload: JsonObject, call?: HookCall) => {
    const { spec, said } = await answer(payload, call);
    return (said && wireAnswer(spec, said)) ?? undefined;
  };
  return Object.assign((payload: JsonObject, call: HookCall) => wire(payload, call), {
    events,
    match,
    run: async (payload: JsonObject) => (await answer(complete(payload, events, specs))).said ?? undefined,
    main: () => runAsCommand((payload) => wire(payload)),
    called: () => asked,
  });
}

const never: HookCall = { signal: new AbortController().signal };

/** The payload of a test with what a host would fill in; throws if a field is missing that no host fills in. */
function complete(
  payload: JsonObject,
  events: readonly string[],
  specs: ReadonlyMap<string, EventSpec>,
): JsonObject {
  const { hook_event_name: named = events.length === 1 ? events[0] : undefined } = payload;
  const spec = specs.get(String(named));
  if (!spec) throw new TypeError(`"hook_event_name" must be one of ${events.join(", ")}`);
  const problem = checkPayload(spec, payload);
  if (problem !== null) throw new TypeError(problem);
  return completePayload(spec, payload, {
    sessionId: "test",
    cwd: process.cwd(),
    newToolUseId: () => "test",
  });
}

function specOf(name: string): EventSpec {
  const spec = builtInEvents.find((one) => one.name === name);
  if (spec) return spec;
  const names = builtInEvents.map((one) => one.name);
  const meant = suggest(String(name), names);
  throw new TypeError(`there is no event "${name}"${meant ? `; did you mean "${meant}"?` : ""}`);
}
