import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  isSystemMessage,
  SystemMessage,
  ToolMessage,
} from "@langchain/core/messages";
import type { ModelRequest } from "langchain";
import { canonicalJson, isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { asObject } from "./marks.ts";
import { plainMessage } from "./model-words.ts";

/** The request as a hook wants it: what it left as it was stays the very message, with pictures and all. */
export function changedRequest(request: ModelRequest, { messages, config }: JsonObject): ModelRequest {
  const before = [request.systemMessage, ...request.messages];
  const known = new Map(before.map((message) => [canonicalJson(plainMessage(message)), message]));
  const given = (Array.isArray(messages) ? messages.filter(isObject) : []).map(
    (message) => known.get(canonicalJson(message)) ?? messageOf(message),
  );
  // LangChain puts the system message before the others by itself.
  const [first, ...rest] = given;
  const system = first && isSystemMessage(first) ? first : null;
  return {
    ...request,
    ...(system && { systemMessage: system }),
    ...(given.length > 0 && { messages: system ? rest : given }),
    ...(isObject(config) ? { modelSettings: { ...request.modelSettings, ...config } } : {}),
  };
}

/** A message in the words of `plainMessage`; of a role that nobody knows, it is the person's. */
function messageOf({ role, content, tool_calls, tool_call_id }: JsonObject): BaseMessage {
  const said = { content: typeof content === "string" ? content : JSON.stringify(content ?? "") };
  if (role === "system") return new SystemMessage(said);
  if (role === "assistant") return new AIMessage({ ...said, tool_calls: callsIn(tool_calls) });
  if (role === "tool" && typeof tool_call_id === "string") return new ToolMessage({ ...said, tool_call_id });
  return new HumanMessage(said);
}

function callsIn(calls: Json | undefined): NonNullable<AIMessage["tool_calls"]> {
  return (Array.isArray(calls) ? calls.filter(isObject) : []).map(({ id, name, args }) => ({
    type: "tool_call",
    name: String(name),
    args: asObject(args),
    ...(typeof id === "string" && { id }),
  }));
}
