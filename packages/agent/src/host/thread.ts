import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";
import type { JsonObject } from "hookline";
import type { Agent } from "./build-agent.ts";
import type { Host } from "./host.ts";

/** Where a state that was written from outside continues: after the last node, that is, nowhere. */
export const lastNode = "TranscriptMiddleware.after_agent";

/** The thread of the session, as LangGraph wants it. */
export function threadOf({ facts }: Host): { configurable: { thread_id: string } } {
  return { configurable: { thread_id: facts.id } };
}

/** The messages of the session so far. */
export async function conversation(agent: Agent, host: Host): Promise<readonly BaseMessage[]> {
  const { values } = await agent.graph.getState(threadOf(host));
  const messages: unknown = values?.messages;
  return Array.isArray(messages) ? messages.filter(isBaseMessage) : [];
}

/** A call that waits for an answer from outside. */
export interface Deferred {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  readonly reason: string;
}

/** What the session was doing when it was left: the deferred calls, and whether there is anything to go on with. */
export async function leftOpen(
  agent: Agent,
  host: Host,
): Promise<{ readonly deferred: readonly Deferred[]; readonly unfinished: boolean }> {
  const { next, tasks } = await agent.graph.getState(threadOf(host));
  const values: unknown[] = tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value));
  return { deferred: values.filter(isDeferred), unfinished: next.length > 0 };
}

function isDeferred(value: unknown): value is Deferred {
  return typeof value === "object" && value !== null && "type" in value && value.type === "deferred";
}
