import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { explainCut, ModelError } from "./errors.ts";

/** Stops an answer whose calls are not whole: LangChain closes the brackets of a call that was cut off, and half a command would run. */
export function wholeCalls(): ReturnType<typeof createMiddleware> {
  return createMiddleware({
    name: "WholeCallsMiddleware",
    wrapModelCall: async (request, handler) => {
      const answer = await handler(request);
      const fault = AIMessage.isInstance(answer) ? brokenCall(answer) : null;
      if (fault) throw fault;
      return answer;
    },
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
