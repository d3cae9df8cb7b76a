import { type BaseMessage, isAIMessage, isToolMessage } from "@langchain/core/messages";
import type { JsonObject } from "../../index.ts";
import { asJson, asObject, textOf } from "./marks.ts";

const roles: { readonly [type: string]: string } = { human: "user", ai: "assistant" };

/** The name of a model, as well as it says it; what initChatModel gives has it in the settings that it starts with. */
export function modelNameOf(model: object): string {
  for (const key of ["model", "modelName", "name", "bound", "_defaultConfig"]) {
    const value: unknown = Reflect.get(model, key);
    if (typeof value === "string" && value !== "") return value;
    if (typeof value === "object" && value !== null) return modelNameOf(value);
  }
  return "unknown";
}

/** A conversation in plain words: who said what, and which tools were asked for. */
export function plainMessages(messages: readonly BaseMessage[]): JsonObject[] {
  return messages.filter((message) => message.content.length > 0 || isAIMessage(message)).map(plainMessage);
}

/** One message in plain words. */
export function plainMessage(message: BaseMessage): JsonObject {
  const type = message.getType();
  return {
    role: roles[type] ?? type,
    content: textOf(message),
    ...(isAIMessage(message) && message.tool_calls?.length && { tool_calls: asJson(message.tool_calls) }),
    ...(isToolMessage(message) && { tool_call_id: message.tool_call_id }),
  };
}

/** What an answer cost, where the model says it. */
export function tokensOf(message: BaseMessage): JsonObject {
  const { input_tokens: input, output_tokens: output } = asObject(Reflect.get(message, "usage_metadata"));
  const { stop_reason: reason, finish_reason: finished } = asObject(message.response_metadata);
  const said = reason ?? finished;
  return {
    ...(typeof input === "number" && { input_tokens: input }),
    ...(typeof output === "number" && { output_tokens: output }),
    ...(typeof said === "string" && { stop_reason: said }),
  };
}
