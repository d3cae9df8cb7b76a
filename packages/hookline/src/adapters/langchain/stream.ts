import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk } from "@langchain/core/messages";
import type { ChatGenerationChunk } from "@langchain/core/outputs";
import { RunnableBinding } from "@langchain/core/runnables";
import type { ModelRequest } from "langchain";
import { asObject, textOf } from "./marks.ts";
import { tokensOf } from "./model-words.ts";
import type { Place } from "./place.ts";

type Model = ModelRequest["model"];
type Stream = BaseChatModel["_streamResponseChunks"];

/** The same model, whose streams fire StreamStart before the first piece and StreamEnd after the last; a model that does not stream fires neither. */
export function heardStream(
  model: Model,
  place: Place,
  name: string,
  signal: AbortSignal | undefined,
): Model {
  const { engine } = place;
  if (!engine.hears("StreamStart") && !engine.hears("StreamEnd")) return model;
  return heard(model, (stream) => {
    return async function* (...given) {
      const began = performance.now();
      let whole: AIMessageChunk | undefined;
      for await (const chunk of stream(...given)) {
        if (!whole) await place.fire("StreamStart", { model: name }, signal);
        whole = added(whole, chunk);
        yield chunk;
      }
      if (!whole) return;
      const payload = { model: name, text: textOf(whole), ...tokensOf(whole) };
      const duration_ms = Math.round(performance.now() - began);
      await place.fire("StreamEnd", { ...payload, duration_ms }, signal);
    };
  });
}

/** What was streamed so far; some models say why they stopped beside their last piece, and not in it. */
function added(whole: AIMessageChunk | undefined, { message, generationInfo }: ChatGenerationChunk) {
  if (!(message instanceof AIMessageChunk)) return whole;
  const sum = whole ? whole.concat(message) : message;
  const { finish_reason: reason } = asObject(generationInfo);
  if (typeof reason !== "string") return sum;
  const said = new AIMessageChunk({ content: "", response_metadata: { finish_reason: reason } });
  return sum.concat(said);
}

/** Tools are bound to a model before it is asked, which gives another object, often a copy: that one is heard as well. */
function heard<M extends object>(model: M, around: (stream: Stream) => Stream): M {
  if (RunnableBinding.isRunnableBinding(model))
    return Object.create(model, { bound: { value: heard(model.bound, around) } });
  if (!(model instanceof BaseChatModel)) return model;
  const again = (method: string): PropertyDescriptorMap => {
    const act: unknown = Reflect.get(model, method);
    if (typeof act !== "function") return {};
    const value = (...given: unknown[]) => {
      const made: unknown = Reflect.apply(act, model, given);
      return made instanceof Promise ? made.then(heardObject) : heardObject(made);
    };
    return { [method]: { value } };
  };
  const heardObject = (made: unknown) =>
    typeof made === "object" && made !== null ? heard(made, around) : made;
  const streams = model._streamResponseChunks !== BaseChatModel.prototype._streamResponseChunks;
  return Object.create(model, {
    ...again("bindTools"),
    ...again("withConfig"),
    // What initChatModel gives makes its real model only when it is asked.
    ...again("_getModelInstance"),
    ...(streams && { _streamResponseChunks: { value: around(model._streamResponseChunks.bind(model)) } }),
  });
}
