import { type BaseMessage, isAIMessage, isBaseMessage, isToolMessage } from "@langchain/core/messages";
import type { JsonObject } from "hookline";
import { markOf, textOf } from "hookline/langchain";
import type { Show, ShownCall } from "../show/show.ts";
import type { Display } from "./display.ts";

type SubAgent = ShownCall["agent"];

/** What a turn looked like from outside. */
export interface Watched {
  /** How often the model answered. */
  turns: number;
  /** The last words of the model, or of a hook that refused the prompt. */
  text: string;
  /** The answer that ended the turn, for what it says of how it ended. */
  last: BaseMessage | null;
}

/** Shows what LangGraph streams of a turn, words as they come, calls and results as they are complete; `watched` is kept up to date. */
export async function watchStream(
  stream: AsyncIterable<unknown>,
  show: Show,
  display: Display,
  seen: (messageId: string) => void,
  watched: Watched,
): Promise<void> {
  const agents = new Map<string, NonNullable<SubAgent>>();
  const calls = new Map<string, ShownCall>();

  const answer = async (message: BaseMessage, agent: SubAgent) => {
    const asked = isAIMessage(message) ? (message.tool_calls ?? []) : [];
    const shown = asked.map(
      ({ id = "", name, args }): ShownCall => ({ id, name, input: objectOf(args), agent }),
    );
    for (const call of shown) calls.set(call.id, call);
    if (agent === null) {
      watched.turns++;
      watched.last = message;
      if (textOf(message) !== "") watched.text = textOf(message);
      await display.end();
    }
    show.message({ id: message.id ?? "", text: textOf(message), calls: shown, agent });
    seen(message.id ?? "");
  };
  const result = (message: BaseMessage, agent: SubAgent) => {
    if (!isToolMessage(message)) return;
    const { tool_call_id: id, name = "", status } = message;
    const { input } = markOf(message);
    const call = calls.get(id) ?? { id, name, input: {}, agent };
    show.toolEnd(
      { ...call, input: input ?? call.input },
      { text: textOf(message), failed: status === "error" },
    );
  };

  for await (const part of stream) {
    if (!isPart(part)) continue;
    const [path, mode, data] = part;
    if (mode === "messages") {
      const [chunk] = data;
      // One level down is the agent itself, two or more are its sub-agents.
      if (path.length === 1 && isBaseMessage(chunk) && isAIMessage(chunk) && textOf(chunk) !== "")
        display.push(textOf(chunk), chunk.id ?? "");
      continue;
    }
    const agent = agents.get(path[0] ?? "") ?? null;
    for (const [node, update] of Object.entries(data)) {
      if (node.startsWith("patchToolCalls")) continue;
      for (const message of messagesOf(update)) {
        const { agentId, agentType = "", blocked } = markOf(message);
        if (agentId !== undefined) agents.set(path[0] ?? "", { id: agentId, type: agentType });
        if (blocked && path.length === 0) {
          watched.text = textOf(message);
          show.notice("warn", textOf(message));
        } else if (node === "model_request") await answer(message, path.length === 0 ? null : agent);
        else result(message, path.length === 0 ? null : agent);
      }
    }
  }
}

type Part =
  | readonly [readonly string[], "messages", readonly unknown[]]
  | readonly [readonly string[], "updates", Readonly<Record<string, unknown>>];

function isPart(value: unknown): value is Part {
  return (
    Array.isArray(value) && value.length === 3 && Array.isArray(value[0]) && typeof value[2] === "object"
  );
}

function messagesOf(update: unknown): readonly BaseMessage[] {
  if (typeof update !== "object" || update === null || !("messages" in update)) return [];
  const { messages } = update;
  return (Array.isArray(messages) ? messages : [messages]).filter(isBaseMessage);
}

function objectOf(args: unknown): JsonObject {
  return JSON.parse(JSON.stringify(args ?? {}));
}
