import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import type { ModelRequest } from "langchain";
import { textOf } from "./marks.ts";
import { tokensOf } from "./model-words.ts";
import type { Place } from "./place.ts";

type Model = ModelRequest["model"];

/** The same model, whose streams fire StreamStart before the first piece and StreamEnd after the last; a model that does not stream fires neither. */
export function heardStream(
  model: Model,
  place: Place,
  name: string,
  signal: AbortSignal | undefined,
): Model {
  const { engine } = place;
  if (!(model instanceof BaseChatModel) || (!engine.hears("StreamStart") && !engine.hears("StreamEnd")))
    return model;
  async function* heard(
    ...given: Parameters<BaseChatModel["_streamResponseChunks"]>
  ): AsyncGenerator<ChatGenerationChunk> {
    const began = performance.now();
    let whole: AIMessageChunk | undefined;
    for await (const chunk of (model as BaseChatModel)._streamResponseChunks(...given)) {
      if (!whole) await place.fire("StreamStart", { model: name }, signal);
      if (chunk.message instanceof AIMessageChunk)
        whole = whole ? whole.concat(chunk.message) : chunk.message;
      yield chunk;
    }
    if (!whole) return;
    const payload = { model: name, text: textOf(whole), ...tokensOf(whole) };
    await place.fire("StreamEnd", { ...payload, duration_ms: Math.round(performance.now() - began) }, signal);
  }
  return Object.create(model, { _streamResponseChunks: { value: heard } });
}
