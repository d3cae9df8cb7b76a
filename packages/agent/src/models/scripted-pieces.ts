import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk } from "@langchain/core/outputs";
import type { ScriptedTurn } from "./script.ts";

/** The pieces in which a turn is streamed: its words, its tool calls in one (LangChain compares each new piece of a call with all before it), the count of tokens. */
export function piecesOf(
  { text = "", tools = [] }: ScriptedTurn,
  number: number,
  messages: readonly BaseMessage[],
): ChatGenerationChunk[] {
  const id = `msg_script_${number}`;
  const pieces = (text.match(/\s*\S+\s*|\s+/g) ?? []).map((word) => piece(word, { id }));
  let written = text.length;
  const calls = tools.map(({ name, input = {} }, index) => {
    const args = JSON.stringify(input);
    written += name.length + args.length;
    const type = "tool_call_chunk" as const;
    return { type, index, id: `toolu_script_${number}_${index + 1}`, name, args };
  });
  if (calls.length > 0) pieces.push(piece("", { id, tool_call_chunks: calls }));
  const [input, output] = [tokens(lengthOf(messages)), tokens(written)];
  const usage_metadata = { input_tokens: input, output_tokens: output, total_tokens: input + output };
  const response_metadata = {
    model_name: "scripted",
    stop_reason: tools.length > 0 ? "tool_use" : "end_turn",
  };
  pieces.push(piece("", { id, usage_metadata, response_metadata }));
  return pieces;
}

/** The highest number in the ids of scripted messages; 0 if there are none. */
export function lastNumber(messages: readonly BaseMessage[]): number {
  let last = 0;
  for (const { id } of messages) {
    const number = /^msg_script_(\d+)$/.exec(id ?? "")?.[1];
    if (number !== undefined) last = Math.max(last, Number(number));
  }
  return last;
}

function piece(
  text: string,
  fields: Omit<ConstructorParameters<typeof AIMessageChunk>[0] & object, "content">,
): ChatGenerationChunk {
  return new ChatGenerationChunk({ text, message: new AIMessageChunk({ ...fields, content: text }) });
}

function lengthOf(messages: readonly BaseMessage[]): number {
  let length = 0;
  for (const message of messages) {
    length += message.text.length;
    if (AIMessage.isInstance(message) && message.tool_calls?.length)
      length += JSON.stringify(message.tool_calls).length;
  }
  return length;
}

/** A rough estimate: four characters are a token. */
function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}
