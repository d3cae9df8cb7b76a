import { HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import { endBatch, hooksMiddleware } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, plainAgent, texts, writeTool, writing } from "./stage.ts";

describe("PostToolBatch", () => {
  it("that denies ends the turn, and says why", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { PostToolBatch: () => ({ verdict: "deny", reason: "too much" }) });
    const { say, model } = plainAgent(engine, [calling(writing("a"))]);
    const { messages } = await say("go");
    expect(model.requests).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("human: PostToolBatch hook stopped continuation: too much");
  });

  it("that gives context: the model reads it after the results", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { PostToolBatch: () => ({ context: "3 files changed" }) });
    const { say, model } = plainAgent(engine, [calling(writing("a")), { text: "Done." }]);
    await say("go");
    expect(texts(model.requests[1]).slice(-2)).toEqual([
      "tool: wrote a",
      "human: <system-reminder>\nPostToolBatch hook additional context: 3 files changed\n</system-reminder>",
    ]);
  });

  it("is told in a step of the host where it has one, and once", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PostToolBatch: () => ({ context: "3 files changed" }) });
    const model = new ScriptedModel([calling(writing("a")), { text: "Done." }]);
    const step = createMiddleware({
      name: "HostStep",
      beforeModel: { canJumpTo: ["end"], hook: ({ messages }) => endBatch(engine, {}, messages) },
    });
    const middleware = [step, hooksMiddleware(engine, { batch: "host-step" })];
    const agent = createAgent({ model, tools: [writeTool().write], middleware });
    await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(payloadsOf(heard, "PostToolBatch")).toHaveLength(1);
    expect(texts(model.requests[1]).at(-1)).toContain("3 files changed");
  });
});
