import { AIMessage, isAIMessage, isBaseMessage } from "@langchain/core/messages";
import type { ModelRequest } from "langchain";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import type { Engine } from "../../index.ts";
import { changedRequest } from "./changed-request.ts";
import { keep } from "./keep.ts";
import { asJson, marked, textOf } from "./marks.ts";
import { modelNameOf, plainMessages, tokensOf } from "./model-words.ts";
import type { HooksOptions } from "./options.ts";
import { type Place, placeOf } from "./place.ts";
import { contextMessages } from "./prompt.ts";
import { heardStream } from "./stream.ts";

const events = ["ToolSelection", "ModelRequest", "ModelResponse", "StreamStart", "StreamEnd"];

/** Makes what LangChain calls around each request to the model; without hooks for it the request goes straight through. */
export function modelCallHook(engine: Engine, options: HooksOptions) {
  // What hooks say of an answer reaches the model with its next request.
  const later = new Map<string, readonly string[]>();
  return async <R>(
    request: ModelRequest,
    handler: (request: ModelRequest) => Promise<R> | R,
  ): Promise<R | AIMessage> => {
    if (!events.some((event) => engine.hears(event))) return handler(request);
    const place = placeOf(engine, options, request.state.messages);
    const model = options.modelName?.() ?? modelNameOf(request.model);
    const { signal, configurable } = request.runtime;
    const where = `${String(configurable?.thread_id)} ${place.agent?.id}`;
    const offered = await selectTools(place, model, request, signal);
    const asked = await beforeRequest(place, model, offered, later.get(where) ?? [], signal);
    later.delete(where);
    if (isAnswer(asked)) return asked;
    const began = performance.now();
    const response = await handler({ ...asked, model: heardStream(asked.model, place, model, signal) });
    const answer = answerIn(response);
    if (!answer || !engine.hears("ModelResponse")) return response;
    const took = performance.now() - began;
    const { message, context } = await afterResponse(place, model, answer, took, signal);
    if (context.length > 0) keep(later, where, context);
    return isAnswer(response) ? message : response;
  };
}

/** What the model said, whole or put together from a stream. */
function isAnswer(value: unknown): value is AIMessage {
  return isBaseMessage(value) && isAIMessage(value);
}

/** The answer; one that has a shape of its own (`responseFormat`) is heard, and stays as it is. */
function answerIn(response: unknown): AIMessage | undefined {
  if (isAnswer(response)) return response;
  const messages: unknown =
    typeof response === "object" && response !== null ? Reflect.get(response, "messages") : undefined;
  return Array.isArray(messages) ? messages.findLast(isAnswer) : undefined;
}

/** ToolSelection: hooks may offer fewer tools, or none. */
async function selectTools(
  place: Place,
  model: string,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): Promise<ModelRequest> {
  if (!place.engine.hears("ToolSelection")) return request;
  const names = request.tools.map(({ name }) => String(name));
  const { verdict, effects } = await place.fire("ToolSelection", { model, tools: names }, signal);
  const { allowedTools, toolMode } = effects;
  if (verdict === "deny" || toolMode === "none") return { ...request, tools: [] };
  const allowed = Array.isArray(allowedTools) ? new Set<unknown>(allowedTools) : null;
  const tools = allowed ? request.tools.filter(({ name }) => allowed.has(name)) : request.tools;
  return {
    ...request,
    tools,
    ...(toolMode === "any" && tools.length > 0 && { toolChoice: "required" as const }),
  };
}

/** ModelRequest: hooks may refuse it, answer in its place, change it, or add context. */
async function beforeRequest(
  place: Place,
  model: string,
  request: ModelRequest,
  waiting: readonly string[],
  signal: AbortSignal | undefined,
): Promise<ModelRequest | AIMessage> {
  const withContext = (given: ModelRequest, contexts: readonly string[]): ModelRequest =>
    contexts.length === 0 ? given : { ...given, messages: [...given.messages, ...contextMessages(contexts)] };
  if (!place.engine.hears("ModelRequest")) return withContext(request, waiting);
  const payload: JsonObject = {
    model,
    messages: plainMessages([request.systemMessage, ...request.messages]),
    config: asJson(request.modelSettings ?? {}),
    tools: request.tools.map(({ name }) => String(name)),
  };
  const { verdict, halt, reason, context, effects } = await place.fire("ModelRequest", payload, signal);
  if (verdict === "deny" || halt) {
    const why = `The request to the model was blocked by a hook: ${reason || halt?.reason}`;
    return new AIMessage({ content: why, ...marked({ blocked: true }) });
  }
  const { response, updatedRequest } = effects;
  if (response !== undefined && response !== null) return new AIMessage({ content: wordsOf(response) });
  const changed = isObject(updatedRequest) ? changedRequest(request, updatedRequest) : request;
  return withContext(changed, [
    ...waiting,
    ...context.map((one) => `ModelRequest hook additional context: ${one}`),
  ]);
}

/** ModelResponse: hooks may change the words of the answer. */
async function afterResponse(
  place: Place,
  model: string,
  response: AIMessage,
  durationMs: number,
  signal: AbortSignal | undefined,
): Promise<{ readonly message: AIMessage; readonly context: readonly string[] }> {
  const calls = (response.tool_calls ?? []).map(({ id, name, args }) => ({ id, name, args }));
  const payload: JsonObject = {
    model,
    response: asJson({ text: textOf(response), tool_calls: calls }),
    ...tokensOf(response),
    duration_ms: Math.round(durationMs),
  };
  const { context, effects } = await place.fire("ModelResponse", payload, signal);
  const { updatedResponse } = effects;
  const said = context.map((one) => `ModelResponse hook additional context: ${one}`);
  if (updatedResponse === undefined || updatedResponse === null) return { message: response, context: said };
  const message = new AIMessage({
    content: wordsOf(updatedResponse),
    ...(response.id !== undefined && { id: response.id }),
    ...(response.tool_calls && { tool_calls: response.tool_calls }),
    response_metadata: response.response_metadata,
    additional_kwargs: response.additional_kwargs,
  });
  return { message: Object.assign(message, { usage_metadata: response.usage_metadata }), context: said };
}

/** The words of an answer that a hook gives: a text, or an object that has one. */
function wordsOf(answer: Json): string {
  if (typeof answer === "string") return answer;
  const text = isObject(answer) ? (answer.text ?? answer.content) : undefined;
  return typeof text === "string" ? text : JSON.stringify(answer);
}
