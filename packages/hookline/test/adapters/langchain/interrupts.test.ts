import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, GraphInterrupt, interrupt, MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createAgent, humanInTheLoopMiddleware, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { hooksMiddleware, withHooks } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { answers, approve, asking, questionsIn, writes } from "./questions.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { calling, listenTo, payloadsOf, plainAgent, resultsIn, texts, writeTool, writing } from "./stage.ts";

describe("a call whose arguments were changed while it waited", () => {
  it("is judged again", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { wrapToolCall } = hooksMiddleware(engine);
    const call = async (path: string, answer: () => unknown): Promise<unknown> =>
      Reflect.apply(wrapToolCall ?? (() => {}), undefined, [
        {
          toolCall: { name: "write_file", id: "toolu_1", args: { file_path: path } },
          state: { messages: [] },
          runtime: { configurable: { thread_id: "t1" } },
        },
        answer,
      ]);
    const leave = () => {
      throw new GraphInterrupt([]);
    };
    await expect(call("a", leave)).rejects.toThrow(GraphInterrupt);
    await expect(call("a", leave)).rejects.toThrow(GraphInterrupt);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(1);
    await call("b", () => new ToolMessage({ content: "", tool_call_id: "toolu_1" }));
    expect(payloadsOf(heard, "PreToolUse")).toMatchObject([
      { tool_input: { file_path: "a" } },
      { tool_input: { file_path: "b" } },
    ]);
  });
});

describe("a question without a checkpointer to keep it", () => {
  it("is a no, and says what is missing", async () => {
    const engine = await scratch().engine();
    const { write, given } = writeTool();
    const agent = createAgent({
      model: new ScriptedModel([calling(writing("a")), { text: "Done." }]),
      tools: [write],
      middleware: [hooksMiddleware(engine, { interruptOn: writes })],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(given).toEqual([]);
    expect(texts(resultsIn(messages))).toEqual([expect.stringMatching(/checkpointer/i)]);
  });
});

describe("a tool that interrupts by itself", () => {
  it("waits and goes on where it was: no failure, PreToolUse once, PostToolUse once", async () => {
    const ask = tool(() => `they said ${String(interrupt("how many?"))}`, {
      name: "ask_person",
      description: "Asks.",
      schema: z.object({}),
    });
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say, agent, config } = plainAgent(
      engine,
      [calling({ name: "ask_person", input: {} }, writing("a")), { text: "Done." }],
      {},
      [ask],
    );
    const asked = await say("go");
    expect(questionsIn(asked)).toMatchObject([{ value: "how many?" }]);
    const { messages } = await agent.invoke(new Command({ resume: "three" }), config);
    expect(texts(resultsIn(messages))).toEqual(["tool: they said three", "tool: wrote a"]);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(2);
    expect(payloadsOf(heard, "PostToolUse")).toHaveLength(2);
    expect(payloadsOf(heard, "PostToolUseFailure")).toEqual([]);
    expect(payloadsOf(heard, "PostToolBatch")).toHaveLength(1);
  });

  it("after an approval gets its own answer, and not the approval's", async () => {
    const ask = tool(() => `they said ${String(interrupt("how many?"))}`, {
      name: "ask_person",
      description: "Asks.",
      schema: z.object({}),
    });
    const engine = await scratch().engine();
    const options = { interruptOn: { ask_person: true } };
    const script = [calling({ name: "ask_person", input: {} })];
    const { say, agent, config } = plainAgent(engine, script, options, [ask]);
    const own = await agent.invoke(answers(await say("go"), approve), config);
    expect(questionsIn(own)).toMatchObject([{ value: "how many?" }]);
    const { messages } = await agent.invoke(new Command({ resume: "three" }), config);
    expect(texts(resultsIn(messages))).toEqual(["tool: they said three"]);
  });
});

describe("a call that a hook defers, with defer: interrupt", () => {
  it("ends the run with the call pending; resuming asks the hooks again", async () => {
    let open = false;
    const { say, agent, config, given, heard } = await asking(
      [calling(writing("a")), { text: "Done." }],
      { defer: "interrupt" },
      { PreToolUse: () => (open ? {} : { verdict: "defer", reason: "wait for Ann" }) },
    );
    const pending = { type: "deferred", id: "toolu_1_0", name: "write_file", reason: "wait for Ann" };
    expect(questionsIn(await say("go"))).toMatchObject([{ value: pending }]);
    expect(given).toEqual([]);
    expect(questionsIn(await agent.invoke(null, config))).toMatchObject([{ value: pending }]);
    open = true;
    const { messages } = await agent.invoke(null, config);
    expect(texts(messages).slice(2)).toEqual(["tool: wrote a", "ai: Done."]);
    expect(given).toHaveLength(1);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(3);
    expect(payloadsOf(heard, "PermissionDenied")).toEqual([]);
  });
});

describe("withHooks", () => {
  const model = new ScriptedModel([]);
  // Its types and those of our zod do not agree.
  const approval: object = Reflect.apply(humanInTheLoopMiddleware, undefined, [{ interruptOn: writes }]);

  it.each([
    ["the agent", { model, middleware: [approval] }],
    [
      "a sub-agent",
      { model, subagents: [{ name: "s", description: "d", systemPrompt: "p", middleware: [approval] }] },
    ],
  ])("refuses an approval that comes before the hooks, in %s", async (_where, params) => {
    const engine = await scratch().engine();
    expect(() => withHooks(params, engine)).toThrow("give interruptOn to withHooks");
  });

  it("takes interruptOn of createDeepAgent for itself", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine, { PreToolUse: () => ({ updatedInput: { file_path: "safe" } }) });
    const { write, given } = writeTool("write_note");
    const agent = createDeepAgent(
      withHooks(
        {
          model: new ScriptedModel([
            calling({ name: "write_note", input: { file_path: "a" } }),
            { text: "Done." },
          ]),
          tools: [write],
          interruptOn: { write_note: true },
          checkpointer: new MemorySaver(),
        },
        engine,
      ),
    );
    const config = { configurable: { thread_id: "t1" } };
    const asked = await agent.invoke({ messages: [new HumanMessage("go")] }, config);
    expect(questionsIn(asked)).toMatchObject([
      { value: { actionRequests: [{ name: "write_note", args: { file_path: "safe" } }] } },
    ]);
    await agent.invoke(answers(asked, approve), config);
    expect(given).toEqual([{ file_path: "safe", content: "" }]);
    expect(payloadsOf(heard, "PreToolUse")).toHaveLength(1);
  });
});
