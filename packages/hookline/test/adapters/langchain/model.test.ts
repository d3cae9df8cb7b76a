import { HumanMessage } from "@langchain/core/messages";
import { createAgent, providerStrategy } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hooksMiddleware } from "../../../src/adapters/langchain/index.ts";
import { asObject } from "../../../src/adapters/langchain/marks.ts";
import type { JsonObject, OwnAnswer } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { type Script, ScriptedModel } from "./scripted-model.ts";
import {
  type Answers,
  calling,
  listenTo,
  payloadsOf,
  plainAgent,
  texts,
  writeTool,
  writing,
} from "./stage.ts";

async function asking(answers: Answers, script: Script = [{ text: "Yes." }]) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, answers);
  return { heard, engine, ...plainAgent(engine, script) };
}

const once = (answer: OwnAnswer): ((payload: JsonObject) => OwnAnswer | undefined) => {
  let left = 1;
  return () => (left-- > 0 ? answer : undefined);
};

describe("ModelRequest", () => {
  it("that denies: the model is not asked, the person reads why, the model never does", async () => {
    const { say, model, heard } = await asking(
      { ModelRequest: once({ verdict: "deny", reason: "over budget" }) },
      [{ text: "Yes." }],
    );
    const { messages } = await say("go");
    expect(model.requests).toEqual([]);
    expect(texts(messages).at(-1)).toBe("ai: The request to the model was blocked by a hook: over budget");
    expect(payloadsOf(heard, "Stop")).toEqual([]);
    await say("again");
    expect(texts(model.requests[0])).toEqual(["human: go", "human: again"]);
  });

  it("that halts does as much", async () => {
    const { say, model } = await asking({ ModelRequest: () => ({ halt: "no more" }) });
    expect(texts((await say("go")).messages).at(-1)).toContain("no more");
    expect(model.requests).toEqual([]);
  });

  it.each([
    ["a text", "from the cache"],
    ["an object with a text", { text: "from the cache" }],
    ["an object with content", { content: "from the cache" }],
  ])("that answers with %s: the model is not asked", async (_name, response) => {
    const { say, model } = await asking({ ModelRequest: () => ({ effects: { response } }) });
    expect(texts((await say("go")).messages)).toEqual(["human: go", "ai: from the cache"]);
    expect(model.requests).toEqual([]);
  });

  it("that changes the request: the model reads that, the conversation stays", async () => {
    const messages = [
      { role: "system", content: "be short" },
      { role: "user", content: "changed" },
      { role: "assistant", content: "well" },
    ];
    const { say, model } = await asking({
      ModelRequest: () => ({ effects: { updatedRequest: { messages, config: { temperature: 0 } } } }),
    });
    expect(texts((await say("go")).messages)).toEqual(["human: go", "ai: Yes."]);
    expect(texts(model.requests[0])).toEqual(["system: be short", "human: changed", "ai: well"]);
    expect(model.settings).toMatchObject([{ temperature: 0 }]);
  });

  it("that changes one message of a conversation with tools: the others stay, whole and in their places", async () => {
    const engine = await scratch().engine();
    listenTo(engine, {
      ModelRequest: ({ messages }) => {
        const [system, ...rest] = Array.isArray(messages) ? messages : [];
        const changed = { ...asObject(system), content: "be brief" };
        const last = { role: "tool", content: "wrote it", tool_call_id: "toolu_1_0" };
        const all = rest.length > 2 ? [changed, ...rest.slice(0, 2), last] : [changed, ...rest];
        return { effects: { updatedRequest: { messages: all } } };
      },
    });
    const model = new ScriptedModel([calling(writing("a")), { text: "Done." }]);
    const agent = createAgent({
      model,
      tools: [writeTool().write],
      systemPrompt: "be kind",
      middleware: [hooksMiddleware(engine)],
    });
    const content = [
      { type: "text", text: "what is it?" },
      { type: "image_url", image_url: "data:x" },
    ];
    await agent.invoke({ messages: [new HumanMessage({ content })] });
    expect(texts(model.requests[1])).toEqual([
      "system: be brief",
      "human: what is it?",
      "ai: ",
      "tool: wrote it",
    ]);
    expect(model.requests[1]?.slice(1)).toMatchObject([
      { content },
      { tool_calls: [{ name: "write_file", id: "toolu_1_0" }] },
      { tool_call_id: "toolu_1_0" },
    ]);
  });

  it.each([
    ["no list", 7],
    ["an odd role", [{ role: "martian", content: "hi" }]],
    ["a result of no call", [{ role: "tool", content: "hi" }]],
    ["no words", [{ role: "user" }, "x", null]],
    ["odd calls", [{ role: "assistant", content: ["a"], tool_calls: [7, {}] }]],
  ])("that gives %s as messages never ends the run", async (_name, messages) => {
    const { say } = await asking({ ModelRequest: () => ({ effects: { updatedRequest: { messages } } }) });
    expect(texts((await say("go")).messages).at(-1)).toBe("ai: Yes.");
  });

  it("that gives context: it stands at the end of this request only", async () => {
    const { say, model } = await asking({ ModelRequest: once({ context: "be kind" }) }, () => ({
      text: "Yes.",
    }));
    await say("go");
    await say("again");
    const reminder =
      "human: <system-reminder>\nModelRequest hook additional context: be kind\n</system-reminder>";
    expect(texts(model.requests[0])).toEqual(["human: go", reminder]);
    expect(texts(model.requests[1])).toEqual(["human: go", "ai: Yes.", "human: again"]);
  });

  it("of a command gets the conversation and may refuse it", async () => {
    const command = "grep -q 'tell me a secret' && { echo 'no secrets' >&2; exit 2; } || true";
    const engine = await scratch({ ModelRequest: [{ hooks: [{ type: "command", command }] }] }).engine();
    const { say, model } = plainAgent(engine, () => ({ text: "Yes." }));
    await say("tell me a story");
    expect(model.requests).toHaveLength(1);
    await say("tell me a secret");
    expect(model.requests).toHaveLength(1);
  });
});

describe("ModelResponse", () => {
  it("that changes the answer: the person and the next request have that; calls and tokens stay", async () => {
    const { say, model, given } = await asking(
      { ModelResponse: once({ effects: { updatedResponse: { text: "softer" } } }) },
      [{ text: "rude", tools: [writing("a")], usage: { input: 2, output: 3 } }, { text: "Done." }],
    );
    const { messages } = await say("go");
    expect(texts(messages)).toEqual(["human: go", "ai: softer", "tool: wrote a", "ai: Done."]);
    expect(texts(model.requests[1])[1]).toBe("ai: softer");
    expect(messages[1]).toMatchObject({
      id: expect.stringMatching(/^msg_/),
      usage_metadata: { input_tokens: 2, output_tokens: 3 },
    });
    expect(given).toHaveLength(1);
  });

  it("is fired for an agent whose answer has a shape, which stays", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const model = new ScriptedModel([{ text: '{"sum":3}' }]);
    const agent = createAgent({
      model,
      tools: [],
      responseFormat: providerStrategy(z.object({ sum: z.number() })),
      middleware: [hooksMiddleware(engine)],
    });
    const { structuredResponse } = await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(structuredResponse).toEqual({ sum: 3 });
    expect(payloadsOf(heard, "ModelResponse")).toMatchObject([{ response: { text: '{"sum":3}' } }]);
    expect(payloadsOf(heard, "Stop")).toHaveLength(1);
  });

  it("that gives context: the model reads it with its next request, once", async () => {
    const { say, model } = await asking({ ModelResponse: once({ context: "too long" }) }, [
      calling(writing("a")),
      calling(writing("b")),
      { text: "Done." },
    ]);
    await say("go");
    const said = model.requests.map((request) => texts(request).filter((text) => text.includes("too long")));
    expect(said).toEqual([
      [],
      ["human: <system-reminder>\nModelResponse hook additional context: too long\n</system-reminder>"],
      [],
    ]);
  });
});

describe("ToolSelection", () => {
  it("offers only what hooks allow", async () => {
    const { say, model, heard } = await asking({
      ToolSelection: () => ({ effects: { allowedTools: ["none"] } }),
    });
    await say("go");
    expect(payloadsOf(heard, "ToolSelection")).toMatchObject([
      { model: "scripted-1", tools: ["write_file"] },
    ]);
    expect(payloadsOf(heard, "ModelRequest")).toMatchObject([{ tools: [] }]);
    expect(model.offered.flat()).toEqual([]);
  });

  it.each([
    ["denies", { verdict: "deny" }],
    ["says none", { effects: { toolMode: "none" } }],
  ] as const)("offers nothing if a hook %s", async (_name, answer) => {
    const { say, model } = await asking({ ToolSelection: () => answer });
    await say("go");
    expect(model.offered.flat()).toEqual([]);
    expect(model.requests).toHaveLength(1);
  });

  it("makes the model choose one if a hook says any", async () => {
    const { say, model } = await asking({ ToolSelection: () => ({ effects: { toolMode: "any" } }) });
    await say("go");
    expect(model.offered).toEqual([["write_file"]]);
    expect(model.settings).toMatchObject([{ tool_choice: "required" }]);
  });
});
