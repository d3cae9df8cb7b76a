import { AIMessage, type BaseMessage, HumanMessage, isAIMessage } from "@langchain/core/messages";
import type { Engine, JsonObject } from "../../index.ts";
import { asObject, lastBatch, marked, markOf, textOf } from "./marks.ts";
import type { HooksOptions } from "./options.ts";
import { placeOf } from "./place.ts";
import { contextMessages } from "./prompt.ts";

/** What the end of a batch changes: messages that come in, and the end of the turn if a hook wants it. */
export interface BatchEnd {
  readonly messages: BaseMessage[];
  readonly jumpTo?: "end";
}

/** All tools of one answer of the model are done: the turn ends if a hook said so, and PostToolBatch may end it or add context. */
export async function endBatch(
  engine: Engine,
  options: HooksOptions,
  messages: readonly BaseMessage[],
  signal?: AbortSignal,
): Promise<BatchEnd | undefined> {
  const results = lastBatch(messages);
  if (results.length === 0) return undefined;
  const halts = results.flatMap((result) => markOf(result).halt ?? []);
  if (halts.length > 0) return stopped(options, `A hook ended the turn: ${halts.join("\n")}`);
  if (!engine.hears("PostToolBatch")) return undefined;
  const calls = callsBefore(messages, results.length);
  const payload = results.map((result): JsonObject => {
    const call = calls.find(({ id }) => id === result.tool_call_id);
    return {
      tool_name: result.name ?? call?.name ?? "",
      tool_input: markOf(result).input ?? asObject(call?.args),
      tool_use_id: result.tool_call_id,
      tool_response: textOf(result),
    };
  });
  const place = placeOf(engine, options, messages);
  const { verdict, halt, reason, context } = await place.fire(
    "PostToolBatch",
    { tool_calls: payload },
    signal,
  );
  if (verdict === "deny" || halt)
    return stopped(options, `PostToolBatch hook stopped continuation: ${reason || halt?.reason}`);
  const added = contextMessages(context.map((one) => `PostToolBatch hook additional context: ${one}`));
  return added.length === 0 ? undefined : { messages: added };
}

/** What a sub-agent says last is all that its parent reads: there the reason stands in the place of its answer. */
function stopped({ agentType }: HooksOptions, why: string): BatchEnd {
  const said = { content: why, ...marked({ context: true, halt: why }) };
  return {
    messages: [agentType === undefined ? new HumanMessage(said) : new AIMessage(said)],
    jumpTo: "end",
  };
}

function callsBefore(
  messages: readonly BaseMessage[],
  results: number,
): NonNullable<AIMessage["tool_calls"]> {
  const asking = messages.at(-results - 1);
  return asking && isAIMessage(asking) ? (asking.tool_calls ?? []) : [];
}
