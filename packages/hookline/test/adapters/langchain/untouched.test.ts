import { describe, expect, it } from "vitest";
import { hooksMiddleware, markOf } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { plainAgent, texts, writing } from "./stage.ts";

describe("without any hook", () => {
  it("requests and results are what they are without the middleware, but for the mark", async () => {
    const engine = await scratch().engine();
    const { say, model } = plainAgent(engine, [{ text: "I do", tools: [writing("a")] }, { text: "Done." }]);
    const { messages } = await say("go");
    expect(texts(messages)).toEqual(["human: go", "ai: I do", "tool: wrote a", "ai: Done."]);
    expect(messages.map((message) => markOf(message))).toEqual([
      { seen: true },
      {},
      { input: { file_path: "a", content: "x" } },
      {},
    ]);
    // The very objects: nothing was copied on the way to the model.
    expect(model.requests[1]?.map((message, index) => message === messages[index])).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("the model request is handed on as the same object", async () => {
    const engine = await scratch().engine();
    const { wrapModelCall } = hooksMiddleware(engine);
    const request = { state: { messages: [] } };
    const got: unknown[] = [];
    await Reflect.apply(wrapModelCall ?? (() => {}), undefined, [
      request,
      (given: unknown) => got.push(given),
    ]);
    expect(got[0]).toBe(request);
  });
});
