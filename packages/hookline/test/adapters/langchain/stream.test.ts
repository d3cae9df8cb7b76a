import type { BindToolsInput } from "@langchain/core/language_models/chat_models";
import { HumanMessage } from "@langchain/core/messages";
import { RunnableBinding } from "@langchain/core/runnables";
import { AIMessage, createAgent, fakeModel } from "langchain";
import { ConfigurableModel } from "langchain/chat_models/universal";
import { describe, expect, it } from "vitest";
import { hooksMiddleware } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { type Bound, type Script, ScriptedModel } from "./scripted-model.ts";
import { listenTo, payloadsOf, writeTool } from "./stage.ts";

const script: Script = () => ({ text: "one two three", usage: { input: 7, output: 9 } });

/** Binds tools as ChatAnthropic does: the model itself, in a binding. */
class BindingModel extends ScriptedModel {
  override bindTools(tools: BindToolsInput[]): Bound {
    return Object.assign(new RunnableBinding({ bound: this, config: {} }), { kwargs: { tools } });
  }
}

/** Binds tools as ChatOpenAI does: by a copy of itself. */
class CopyingModel extends ScriptedModel {
  override bindTools(): Bound {
    return new CopyingModel(this.script);
  }
}

/** Makes its model late, as what initChatModel gives. */
class LateModel extends ConfigurableModel {
  override async _getModelInstance() {
    return new ScriptedModel(script);
  }

  override bindTools(): LateModel {
    return new LateModel({ defaultConfig: { ...this._defaultConfig } });
  }
}

async function streaming(model: Parameters<typeof createAgent>[0]["model"]) {
  const engine = await scratch().engine();
  const heard = listenTo(engine);
  const middleware = [hooksMiddleware(engine)];
  const agent = createAgent({ model, tools: [writeTool().write], middleware });
  const pieces: string[] = [];
  const input = { messages: [new HumanMessage("go")] };
  for await (const [chunk] of await agent.stream(input, { streamMode: "messages" })) {
    if (chunk.getType() !== "ai" || chunk.content === "") continue;
    if (pieces.length === 0) pieces.push(`${payloadsOf(heard, "StreamStart").length} start`);
    pieces.push(String(chunk.content));
  }
  return { heard, pieces };
}

describe("a stream", () => {
  it.each([
    ["itself", () => new ScriptedModel(script), "scripted-1"],
    ["in a binding", () => new BindingModel(script), "scripted-1"],
    ["a copy", () => new CopyingModel(script), "scripted-1"],
    ["made late", () => new LateModel({ defaultConfig: { model: "late-1" } }), "late-1"],
  ])(
    "of a model that is %s when tools are bound fires StreamStart first and StreamEnd last",
    async (_name, make, model) => {
      const { heard, pieces } = await streaming(make());
      expect(pieces).toEqual(["1 start", "one ", "two ", "three"]);
      expect(payloadsOf(heard, "StreamStart")).toMatchObject([{ model }]);
      expect(payloadsOf(heard, "StreamEnd")).toMatchObject([
        {
          model,
          text: "one two three",
          input_tokens: 7,
          output_tokens: 9,
          stop_reason: "stop",
          duration_ms: expect.any(Number),
        },
      ]);
      const order = heard.map(({ event }) => event).filter((event) => /Model|Stream/.test(event));
      expect(order).toEqual(["ModelRequest", "StreamStart", "StreamEnd", "ModelResponse"]);
    },
  );

  it("is not there when nobody streams", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const agent = createAgent({ model: new BindingModel(script), middleware: [hooksMiddleware(engine)] });
    await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(heard.filter(({ event }) => event.startsWith("Stream"))).toEqual([]);
    expect(payloadsOf(heard, "ModelResponse")).toHaveLength(1);
  });

  it("is not there for a model that cannot stream, and its answer comes as ever", async () => {
    const { heard, pieces } = await streaming(fakeModel().respond(new AIMessage("at once")));
    expect(pieces).toEqual(["0 start", "at once"]);
    expect(heard.filter(({ event }) => event.startsWith("Stream"))).toEqual([]);
  });
});
