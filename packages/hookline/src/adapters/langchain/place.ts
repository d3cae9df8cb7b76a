import { type BaseMessage, isHumanMessage } from "@langchain/core/messages";
import type { Decision, Engine, JsonObject } from "../../index.ts";
import { markOf } from "./marks.ts";
import type { HooksOptions, SubAgentName } from "./options.ts";

/** What is known where something happens: the agent or sub-agent, and how to say it to the hooks. */
export interface Place {
  readonly engine: Engine;
  readonly options: HooksOptions;
  readonly agent: SubAgentName | null;
  /** The payload fields that the host and the place add to an event. */
  about(event: string): JsonObject;
  /** Fires an event here, and shows what came of it. */
  fire(event: string, payload: JsonObject, signal?: AbortSignal): Promise<Decision>;
}

/** Makes the place of a run from its messages: the first one carries the name that a sub-agent goes by. */
export function placeOf(engine: Engine, options: HooksOptions, messages: readonly BaseMessage[]): Place {
  const { agentType } = options;
  const id = agentType === undefined ? undefined : agentIdOf(messages);
  const agent = agentType === undefined || id === undefined ? null : { id, type: agentType };
  const about = (event: string): JsonObject => ({
    ...options.payload?.(event),
    ...(agent && { agent_id: agent.id, agent_type: agent.type }),
  });
  return {
    engine,
    options,
    agent,
    about,
    async fire(event, payload, signal) {
      const decision = await engine.fire(event, { ...about(event), ...payload }, { signal });
      options.told?.(decision);
      return decision;
    },
  };
}

function agentIdOf(messages: readonly BaseMessage[]): string | undefined {
  const first = messages.findLast(
    (message) => isHumanMessage(message) && markOf(message).agentId !== undefined,
  );
  return first && markOf(first).agentId;
}
