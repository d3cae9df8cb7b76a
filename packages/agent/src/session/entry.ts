import type { AIMessage, BaseMessage, ToolMessage, UsageMetadata } from "@langchain/core/messages";
import { isAIMessage, isToolMessage } from "@langchain/core/messages";
import type { Json, JsonObject } from "hookline";

/** One line of a transcript, near the shape of Claude Code's. */
export interface TranscriptEntry extends JsonObject {
  /** `user`, `assistant` and `system` carry a message; other types are notes. */
  readonly type: string;
  readonly uuid: string;
  readonly parentUuid: string | null;
  readonly sessionId: string;
  readonly timestamp: string;
  readonly cwd: string;
}

/** What a message adds to its line; null for one that only changes the state (a removal). */
export function entryOf(
  message: BaseMessage,
): { readonly type: string; readonly message: JsonObject } | null {
  if (isAIMessage(message)) return { type: "assistant", message: assistantMessage(message) };
  if (isToolMessage(message))
    return { type: "user", message: { role: "user", content: [toolResult(message)] } };
  switch (message.getType()) {
    case "remove":
      return null;
    case "system":
    case "developer":
      return { type: "system", message: { role: "system", content: plain(message.content) } };
    default:
      return { type: "user", message: { role: "user", content: plain(message.content) } };
  }
}

function assistantMessage(message: AIMessage): JsonObject {
  const { model_name, model, finish_reason, stop_reason } = message.response_metadata;
  const blocks =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
  const said = blocks.filter(({ type, text }) => !callTypes.has(type) && !(type === "text" && text === ""));
  const calls = (message.tool_calls ?? []).map(({ id, name, args }) => ({
    type: "tool_use",
    id,
    name,
    input: args,
  }));
  const wrong = (message.invalid_tool_calls ?? []).map(({ id, name, args }) => ({
    type: "tool_use",
    id,
    name,
    input: args,
  }));
  return {
    ...(message.id !== undefined && { id: message.id }),
    type: "message",
    role: "assistant",
    model: text(model_name) ?? text(model) ?? null,
    content: plain([...said, ...calls, ...wrong]),
    stop_reason: text(stop_reason) ?? text(finish_reason) ?? (calls.length > 0 ? "tool_use" : "end_turn"),
    ...(message.usage_metadata ? { usage: usageOf(message.usage_metadata) } : {}),
  };
}

/** The ways in which providers say a tool call within the content; `tool_calls` has them all. */
const callTypes: ReadonlySet<string | undefined> = new Set([
  "tool_use",
  "tool_call",
  "tool_call_chunk",
  "input_json_delta",
  "function_call",
  "functionCall",
]);

function toolResult(message: ToolMessage): JsonObject {
  return {
    type: "tool_result",
    tool_use_id: message.tool_call_id,
    content: plain(message.content),
    ...(message.status === "error" && { is_error: true }),
  };
}

/** LangChain counts what came from the cache within the input, Claude Code beside it. */
function usageOf({ input_tokens, output_tokens, input_token_details }: UsageMetadata): JsonObject {
  const written = input_token_details?.cache_creation ?? 0;
  const read = input_token_details?.cache_read ?? 0;
  return {
    input_tokens: Math.max(0, input_tokens - written - read),
    cache_creation_input_tokens: written,
    cache_read_input_tokens: read,
    output_tokens,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What is in a message is whatever a provider or a tool put there: as JSON, without what JSON cannot say. */
function plain(value: unknown): Json {
  try {
    return JSON.parse(JSON.stringify(value) ?? "null");
  } catch {
    return String(value);
  }
}
