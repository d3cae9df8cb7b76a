import { HooklineError } from "../contract/errors.ts";
import type { Event, EventSpec } from "../contract/event.ts";
import { isObject, type JsonObject } from "../contract/json.ts";
import { suggest } from "../contract/suggest.ts";
import { checkPayload, completePayload, subjectOf } from "../events/complete.ts";
import { uuidv7 } from "../system/identifiers.ts";
import type { FireOptions } from "./options.ts";
import type { EngineState } from "./state.ts";

/** What is known of an event before anything is done for it: enough to see whether a hook is for it. */
export type Draft = Pick<Event, "spec" | "subject"> & {
  /** As the host gave it. */
  readonly given: JsonObject;
};

/** The row of an event that a caller names; throws if there is none. */
export function eventRow(state: EngineState, name: string): EventSpec {
  const spec = state.catalog.event(name);
  if (spec) return spec;
  const near = suggest(name, state.catalog.eventNames);
  throw new HooklineError(
    "unknown-event",
    `there is no event "${name}"${near ? `; did you mean ${near}?` : ""}`,
  );
}

/** Finds the event's row and checks what the host gave; throws for a caller's mistake. */
export function draftEvent(state: EngineState, name: string, payload: JsonObject): Draft {
  if (state.closing.isAborted())
    throw new HooklineError("engine-closed", "the engine was closed; create a new one");
  const spec = eventRow(state, name);
  const problem = isObject(payload) ? checkPayload(spec, payload) : `${name} needs a payload: an object`;
  if (problem !== null) throw new HooklineError("invalid-payload", problem);
  return { spec, subject: subjectOf(spec, payload, state.catalog), given: payload };
}

/** Makes the event of a draft, with what the host left out filled in. */
export function completeEvent(
  state: EngineState,
  { spec, subject, given }: Draft,
  options: FireOptions,
): Event {
  const { agent } = options;
  const inAgent = agent
    ? { agent_id: agent.id, ...(agent.type && { agent_type: agent.type }), ...given }
    : given;
  const id = options.eventId ?? uuidv7();
  const payload = completePayload(spec, inAgent, {
    sessionId: state.sessionId,
    cwd: state.cwd,
    // A tool call that has no name has that of the event which tells of it.
    newToolUseId: () => `toolu_${id}`,
  });
  const { tool_name: tool } = payload;
  return {
    id,
    spec,
    payload,
    subject,
    tool: typeof tool === "string" ? state.catalog.tool(tool) : null,
    depth: options.depth ?? depthOf(state),
  };
}

/** Makes an event of a name and a payload at once. */
export function makeEvent(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: FireOptions,
): Event {
  return completeEvent(state, draftEvent(state, name, payload), options);
}

function depthOf(state: EngineState): number {
  const depth = Number(state.env.HOOKLINE_DEPTH ?? 0);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}
