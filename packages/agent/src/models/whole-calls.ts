import { randomUUID } from "node:crypto";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { bounded } from "./bounded-input.ts";
import { explainCut, ModelError } from "./errors.ts";

type Call = NonNullable<AIMessage["tool_calls"]>[number];

/** The most calls of one answer: nobody means more, and each of them costs hooks, questions and a line in the record. */
const mostCalls = 128;

/**
 * Stops an answer whose calls are not whole (LangChain closes the brackets of a call that was cut off, and half a command would run),
 * cannot be read, or are too many. Calls without an id of their own get one, or nothing could answer them.
 */
export function wholeCalls(): ReturnType<typeof createMiddleware> {
  return createMiddleware({
    name: "WholeCallsMiddleware",
    wrapModelCall: async (request, handler) => {
      const answer = await handler(request);
      return AIMessage.isInstance(answer) ? withOwnId(withWholeCalls(answer), request.messages) : answer;
    },
  });
}

/** A message with the id of an earlier one would take its place: some services give every answer the same. */
export function withOwnId(answer: AIMessage, before: readonly BaseMessage[]): AIMessage {
  const taken = answer.id !== undefined && before.some(({ id }) => id === answer.id);
  return taken ? copyOf(answer, { id: randomUUID() }) : answer;
}

/** The answer with calls that can run and be answered; throws a ModelError if there is one that cannot. */
export function withWholeCalls(answer: AIMessage): AIMessage {
  const { tool_calls: calls = [], invalid_tool_calls: unread = [] } = answer;
  const count = calls.length + unread.length;
  if (count === 0) return answer;
  if (count > mostCalls)
    throw new ModelError(
      "unknown",
      `the model asked for ${count} tool calls at once, so none of them runs: ${mostCalls} are the most; ask for less at once, or choose another model`,
    );
  const fault = brokenCall(answer);
  if (fault) throw fault;
  const all = [...calls, ...unread.map(readCall)];
  const ids = new Set<string>();
  const whole = all.map((call): Call => {
    const id = call.id && !ids.has(call.id) ? call.id : `toolu_${randomUUID()}`;
    ids.add(id);
    const args = bounded(call.args);
    return id === call.id && args === call.args ? call : { ...call, id, args };
  });
  return whole.every((call, index) => call === calls[index]) ? answer : copyOf(answer, { tool_calls: whole });
}

/** LangChain takes a call without an id for one that cannot be read, whatever its input is. */
function readCall({ name = "", args = "", id }: NonNullable<AIMessage["invalid_tool_calls"]>[number]): Call {
  const input = inputIn(args);
  if (name !== "" && !id && input !== null) return { type: "tool_call", name, args: input };
  const which =
    name === ""
      ? "one of the model's calls has no name"
      : `the model's call of ${name} has no readable input`;
  throw new ModelError("unknown", `${which}, so nothing runs: try again, or choose another model`);
}

function inputIn(text: string): Call["args"] | null {
  try {
    const value: unknown = JSON.parse(text.trim() === "" ? "{}" : text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** All by the constructor: what is set later is lost when a session is stored. */
function copyOf(answer: AIMessage, changed: { tool_calls?: Call[]; id?: string }): AIMessage {
  const { content, id, name, tool_calls = [], additional_kwargs, response_metadata, usage_metadata } = answer;
  return new AIMessage({
    content,
    tool_calls,
    additional_kwargs,
    response_metadata,
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(usage_metadata !== undefined && { usage_metadata }),
    ...changed,
  });
}

/** Why the calls of an answer must not run; null if all of them are whole. */
function brokenCall(answer: AIMessage): ModelError | null {
  const pieces = AIMessageChunk.isInstance(answer) ? (answer.tool_call_chunks ?? []) : [];
  const broken = pieces.find(({ args }) => !isWhole(args ?? ""));
  // Of an answer that came at once only the reason why the model stopped is left.
  const cut = pieces.length === 0 && (answer.tool_calls?.length ?? 0) > 0 && explainCut(answer) !== null;
  if (!broken && !cut) return null;
  const line = `the model's call of ${broken?.name ?? "a tool"} was cut off, so it does not run: ask for less at once, or choose another model`;
  return new ModelError("max_output_tokens", line);
}

/** A tool without input may come with none at all. */
function isWhole(text: string): boolean {
  if (text.trim() === "") return true;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
