import { suggest } from "../config/suggest.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { checkPayload, completePayload, subjectOf } from "../events/complete.ts";
import { uuidv7 } from "../system/identifiers.ts";
import type { FireOptions } from "./options.ts";
import type { EngineState } from "./state.ts";

/** Makes an event of a name and a payload, with what the host left out filled in; throws for a caller's mistake. */
export function makeEvent(
  state: EngineState,
  name: string,
  payload: JsonObject,
  options: FireOptions,
): Event {
  if (state.closing.signal.aborted)
    throw new HooklineError("engine-closed", "the engine was closed; create a new one");
  const spec = state.catalog.event(name);
  if (!spec) {
    const near = suggest(name, state.catalog.eventNames);
    throw new HooklineError(
      "unknown-event",
      `there is no event "${name}"${near ? `; did you mean ${near}?` : ""}`,
    );
  }
  const { agent } = options;
  const given = agent
    ? { agent_id: agent.id, ...(agent.type && { agent_type: agent.type }), ...payload }
    : payload;
  const complete = completePayload(spec, given, { sessionId: state.sessionId, cwd: state.cwd, newToolUseId });
  const problem = checkPayload(spec, complete);
  if (problem !== null) throw new HooklineError("invalid-payload", problem);
  const { tool_name: tool } = complete;
  return {
    id: uuidv7(),
    spec,
    payload: complete,
    subject: subjectOf(spec, complete, state.catalog),
    tool: typeof tool === "string" ? state.catalog.tool(tool) : null,
    depth: options.depth ?? depthOf(state),
  };
}

function newToolUseId(): string {
  return `toolu_${uuidv7().replaceAll("-", "")}`;
}

function depthOf(state: EngineState): number {
  const depth = Number(state.env.HOOKLINE_DEPTH ?? 0);
  return Number.isInteger(depth) && depth > 0 ? depth : 0;
}
