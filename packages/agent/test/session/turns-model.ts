import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

/** What the model says at one point: a text, or calls of tools. */
export type Turn = string | readonly { readonly name: string; readonly args: Record<string, unknown> }[];

/** A model whose answer depends on the conversation alone: the n-th answer is the n-th turn, in whichever process. */
export class TurnsModel extends BaseChatModel {
  readonly turns: readonly Turn[];

  constructor(turns: readonly Turn[]) {
    super({});
    this.turns = turns;
  }

  override _llmType(): string {
    return "turns";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const index = messages.filter((message) => message.getType() === "ai").length;
    const turn = this.turns[index] ?? "nothing left to say";
    const message = new AIMessage(
      typeof turn === "string"
        ? { content: turn }
        : {
            content: "",
            tool_calls: turn.map((call, place) => ({
              ...call,
              id: `call-${index}-${place}`,
              type: "tool_call",
            })),
          },
    );
    return { generations: [{ message, text: message.text }] };
  }
}
