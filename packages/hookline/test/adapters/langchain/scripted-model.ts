import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";

/** A model with its tools. */
export type Bound = Runnable<BaseLanguageModelInput, AIMessageChunk>;

/** One answer of the model. */
export interface Turn {
  readonly text?: string;
  readonly tools?: readonly { readonly name: string; readonly input: object; readonly id?: string }[];
  readonly usage?: { readonly input: number; readonly output: number };
}

/** What it answers: one turn after the other, or what a function makes of the conversation. */
export type Script = readonly Turn[] | ((messages: readonly BaseMessage[]) => Turn);

/** A model that streams word by word, answers as it is told to, and keeps what it was asked. */
export class ScriptedModel extends BaseChatModel {
  readonly model = "scripted-1";
  readonly requests: BaseMessage[][] = [];
  readonly offered: string[][] = [];
  readonly settings: object[] = [];
  readonly script: Script;

  constructor(script: Script) {
    super({});
    this.script = script;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(tools: BindToolsInput[], settings: object = {}): Bound {
    this.offered.push(tools.map((one) => ("name" in one ? String(one.name) : "")));
    this.settings.push(settings);
    return this;
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const number = this.requests.push([...messages]);
    const { script } = this;
    const turn = typeof script === "function" ? script(messages) : (script[number - 1] ?? {});
    const id = `msg_${crypto.randomUUID()}`;
    for (const word of (turn.text ?? "").split(/(?<= )/)) {
      const chunk = new ChatGenerationChunk({
        text: word,
        message: new AIMessageChunk({ content: word, id }),
      });
      yield chunk;
      await run?.handleLLMNewToken(word, undefined, undefined, undefined, undefined, { chunk });
    }
    const { tools = [], usage } = turn;
    const calls = tools.map((call, index) => ({
      index,
      name: call.name,
      args: JSON.stringify(call.input),
      id: call.id ?? `toolu_${number}_${index}`,
      type: "tool_call_chunk" as const,
    }));
    const message = new AIMessageChunk({ content: "", id, tool_call_chunks: calls });
    if (usage) Object.assign(message, { usage_metadata: usageOf(usage) });
    yield new ChatGenerationChunk({ text: "", message, generationInfo: { finish_reason: "stop" } });
  }

  override async _generate(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    let whole: AIMessageChunk | undefined;
    for await (const { message } of ScriptedModel.prototype._streamResponseChunks.call(
      this,
      messages,
      options,
      run,
    ))
      if (message instanceof AIMessageChunk) whole = whole ? whole.concat(message) : message;
    if (!whole) throw new Error("a script gives at least one chunk");
    const { content, tool_calls = [], id, usage_metadata } = whole;
    const message = new AIMessage({ content, tool_calls, ...(id !== undefined && { id }) });
    Object.assign(message, { usage_metadata });
    return { generations: [{ text: String(content), message }] };
  }
}

function usageOf({ input, output }: NonNullable<Turn["usage"]>) {
  return { input_tokens: input, output_tokens: output, total_tokens: input + output };
}
