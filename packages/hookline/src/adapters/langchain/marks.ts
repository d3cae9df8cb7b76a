import {
  type BaseMessage,
  isAIMessage,
  isHumanMessage,
  isToolMessage,
  type ToolMessage,
} from "@langchain/core/messages";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";

/** What the hooks have to do with a message: it travels with it, so that a resumed run knows as much as the one before. */
export interface Mark {
  /** A prompt that the hooks have seen; in a sub-agent, with the name it goes by. */
  readonly seen?: true;
  readonly agentId?: string;
  readonly agentType?: string;
  /** The text of a refusal: the person reads it, the model never does. */
  readonly blocked?: true;
  /** The reason for which the agent went on instead of stopping. */
  readonly goOn?: true;
  /** Context that hooks gave. */
  readonly context?: true;
  /** The summary of what was compacted. */
  readonly summary?: true;
  /** What a tool was given in the end; null if it did not run. */
  readonly input?: JsonObject | null;
  /** Why the turn ends here. */
  readonly halt?: string;
}

const key = "hookline";

/** The mark of a message; an empty one if it has none. */
export function markOf(message: BaseMessage): Mark {
  const mark: unknown = message.additional_kwargs[key];
  return isMark(mark) ? mark : {};
}

/** The field that carries a mark, beside what a message carries there already. */
export function marked(
  mark: Mark,
  { additional_kwargs }: Pick<BaseMessage, "additional_kwargs"> = { additional_kwargs: {} },
): { readonly additional_kwargs: BaseMessage["additional_kwargs"] } {
  return { additional_kwargs: { ...additional_kwargs, [key]: mark } };
}

function isMark(value: unknown): value is Mark {
  return typeof value === "object" && value !== null;
}

/** Where hooks' words stand in a conversation: apart from what people and tools say. */
export function reminder(lines: readonly string[]): string {
  return `<system-reminder>\n${lines.join("\n")}\n</system-reminder>`;
}

/** The text of a message, without pictures and the like. */
export function textOf({ content }: Pick<BaseMessage, "content">): string {
  if (typeof content === "string") return content;
  return content
    .flatMap((block) => ("text" in block && typeof block.text === "string" ? [block.text] : []))
    .join("\n");
}

/** The last thing that the model said with words. */
export function lastAssistantText(messages: readonly BaseMessage[]): string {
  const last = messages.findLast(
    (message) => isAIMessage(message) && textOf(message) !== "" && !markOf(message).blocked,
  );
  return last ? textOf(last) : "";
}

/** The tool results after the last message of the model, and the calls that they answer. */
export function lastBatch(messages: readonly BaseMessage[]): readonly ToolMessage[] {
  const results: ToolMessage[] = [];
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index];
    if (!message || !isToolMessage(message)) break;
    results.unshift(message);
  }
  return results;
}

/** How often in a row the agent has gone on because a hook did not let it stop; a tool call or a prompt starts anew. */
export function goneOn(messages: readonly BaseMessage[]): number {
  let count = 0;
  for (const message of messages.toReversed()) {
    if (isToolMessage(message)) break;
    if (!isHumanMessage(message)) continue;
    const mark = markOf(message);
    if (mark.goOn) count++;
    else if (!mark.context) break;
  }
  return count;
}

/** A value as JSON; what cannot be written as JSON becomes text. */
export function asJson(value: unknown): Json {
  try {
    const json: unknown = JSON.parse(JSON.stringify(value) ?? "null");
    return isJson(json) ? json : null;
  } catch {
    return String(value);
  }
}

/** An object as JSON; anything else is an empty one. */
export function asObject(value: unknown): JsonObject {
  const json = asJson(value);
  return isObject(json) ? json : {};
}

/** What JSON.parse gives back is JSON. */
function isJson(_value: unknown): _value is Json {
  return true;
}
