import { setTimeout as wait } from "node:timers/promises";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, type AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import type { ChatGenerationChunk, ChatResult } from "@langchain/core/outputs";
import type { Runnable, RunnableConfig } from "@langchain/core/runnables";
import { type Purpose, purposeOf } from "./purpose.ts";
import type { Script, ScriptedTurn } from "./script.ts";
import { asksAside, providerError } from "./scripted-aside.ts";
import { lastNumber, piecesOf } from "./scripted-pieces.ts";

/** What a call to the scripted model may carry. */
export interface ScriptedCallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
  /** Set by the model itself, from the marks of the call. */
  purpose?: Purpose | null;
}

/** How far the script is, for all models that were made from it. */
interface Progress {
  turns: number;
  judgements: number;
  /** The number in the last message's id: goes on from the session's messages, so that no id comes twice. */
  number: number;
}

/** A model that says what a script says, streamed word by word; used up, it answers an empty text. */
export class ScriptedModel extends BaseChatModel<ScriptedCallOptions> {
  readonly model = "scripted";
  readonly script: Script;
  private readonly progress: Progress = { turns: 0, judgements: 0, number: 0 };

  constructor(script: Script) {
    super({});
    this.script = script;
  }

  static override lc_name(): string {
    return "ScriptedModel";
  }

  override _llmType(): string {
    return "scripted";
  }

  /** Bound as the providers' models are: around this very object, so that all share its place in the script. */
  override bindTools(
    tools: BindToolsInput[],
    options?: Partial<ScriptedCallOptions>,
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, ScriptedCallOptions> {
    return this.withConfig({ ...options, tools });
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    run?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    for (const piece of await this.answer(messages, options)) {
      options.signal?.throwIfAborted();
      yield piece;
      await run?.handleLLMNewToken(piece.text, undefined, undefined, undefined, undefined, { chunk: piece });
    }
  }

  /** The same answer at once. */
  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const whole = (await this.answer(messages, options)).reduce((all, piece) => all.concat(piece));
    const {
      content,
      id,
      tool_calls = [],
      usage_metadata,
      response_metadata,
    } = whole.message as AIMessageChunk;
    // All by the constructor: what is set later is lost when a session is stored.
    const message = new AIMessage({
      content,
      tool_calls,
      response_metadata,
      ...(id === undefined ? {} : { id }),
      ...(usage_metadata === undefined ? {} : { usage_metadata }),
    });
    return { generations: [{ text: whole.text, message }] };
  }

  /** Every way to call a model comes by here, and behind it neither tags nor metadata are to be had. */
  protected override _separateRunnableConfigFromCallOptionsCompat(
    options?: Partial<ScriptedCallOptions>,
  ): [RunnableConfig, this["ParsedCallOptions"]] {
    const [config, call] = super._separateRunnableConfigFromCallOptionsCompat(options);
    return [config, { ...call, purpose: purposeOf(config) }];
  }

  private async answer(
    messages: readonly BaseMessage[],
    { signal, purpose }: this["ParsedCallOptions"],
  ): Promise<ChatGenerationChunk[]> {
    signal?.throwIfAborted();
    const { progress } = this;
    let turn: ScriptedTurn;
    if (purpose) {
      turn = asksAside(this.script, purpose, messages, progress.judgements);
      if (purpose === "judge") progress.judgements++;
    } else {
      turn = this.script.turns[progress.turns++] ?? {};
    }
    progress.number = Math.max(progress.number, lastNumber(messages)) + 1;
    const { number } = progress;
    if (turn.delayMs) await wait(turn.delayMs, undefined, signal ? { signal } : {});
    if (turn.error) throw providerError(turn.error, turn.message);
    return piecesOf(turn, number, messages);
  }
}
