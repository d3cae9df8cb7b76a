import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  isAIMessage,
  isToolMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import {
  type CompactionOptions,
  compactionMiddleware,
  compactMessages,
  hooksMiddleware,
  markOf,
  withHooks,
} from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { ScriptedModel, type Turn } from "./scripted-model.ts";
import { type Answers, listenTo, payloadsOf, texts, writeTool, writing } from "./stage.ts";

const summary = "human: <summary>\nThe conversation up to here, in short:\nwe wrote a\n</summary>";

async function compacting(answers: Answers = {}, more: Partial<CompactionOptions> = {}) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, answers);
  const summariser = new ScriptedModel(() => ({ text: "we wrote a" }));
  const options = { model: () => summariser, atTokens: 500, ...more };
  return { engine, heard, summariser, options };
}

/** Every result has its call before it, and every call its result after it. */
function isWhole(messages: readonly BaseMessage[]): boolean {
  const calls = messages.flatMap((one) =>
    isAIMessage(one) ? (one.tool_calls ?? []).map(({ id }) => id) : [],
  );
  const results = messages.flatMap((one) => (isToolMessage(one) ? [one.tool_call_id] : []));
  return JSON.stringify(calls) === JSON.stringify(results);
}

describe("compactMessages", () => {
  const talk = [
    new HumanMessage("first"),
    new AIMessage({ content: "", tool_calls: [{ name: "t", id: "1", args: {} }] }),
    new ToolMessage({ content: "r", tool_call_id: "1" }),
    new AIMessage("done"),
    new HumanMessage("second"),
  ];

  it("fires PreCompact and PostCompact around the summary, and keeps the last prompt", async () => {
    const { engine, options, heard, summariser } = await compacting(
      {},
      {
        compacted: async (text) => [`after ${text}`],
      },
    );
    const how = { trigger: "manual", instructions: "keep names" } as const;
    const result = await compactMessages(engine, options, talk, how);
    expect(heard.map(({ event, payload }) => [event, payload])).toMatchObject([
      ["PreCompact", { trigger: "manual", custom_instructions: "keep names" }],
      ["PostCompact", { trigger: "manual", compact_summary: "we wrote a" }],
    ]);
    expect("messages" in result && texts(result.messages.slice(1))).toEqual([
      summary,
      "human: <system-reminder>\nafter we wrote a\n</system-reminder>",
      "human: second",
    ]);
    expect(texts(summariser.requests[0]).at(-1)).toContain("keep names");
  });

  it("leaves the conversation alone if PreCompact denies", async () => {
    const { engine, options, heard, summariser } = await compacting({
      PreCompact: () => ({ verdict: "deny", reason: "not now" }),
    });
    expect(await compactMessages(engine, options, talk, { trigger: "manual" })).toEqual({
      blocked: "not now",
    });
    expect(summariser.requests).toEqual([]);
    expect(payloadsOf(heard, "PostCompact")).toEqual([]);
  });

  it("has nothing to do where there is only a prompt", async () => {
    const { engine, options, heard } = await compacting();
    const only = [new HumanMessage("first")];
    expect(await compactMessages(engine, options, only, { trigger: "manual" })).toEqual({
      blocked: "there is nothing to make shorter",
    });
    expect(heard).toEqual([]);
  });
});

describe("what is kept", () => {
  const given = async (messages: BaseMessage[]) => {
    const { engine, options, summariser } = await compacting();
    const result = await compactMessages(engine, options, messages, { trigger: "auto" });
    return { result, texts: "messages" in result ? texts(result.messages.slice(1)) : [], summariser };
  };

  it("is the last prompt with the context that hooks gave to it", async () => {
    const engine = await scratch().engine();
    listenTo(engine, { UserPromptSubmit: () => ({ context: "on main" }) });
    const agent = createAgent({
      model: new ScriptedModel(() => ({ text: "Yes." })),
      middleware: [hooksMiddleware(engine)],
      checkpointer: new MemorySaver(),
    });
    const config = { configurable: { thread_id: "t1" } };
    await agent.invoke({ messages: [new HumanMessage("one")] }, config);
    const { messages } = await agent.invoke({ messages: [new HumanMessage("two")] }, config);
    const reminder =
      "human: <system-reminder>\nUserPromptSubmit hook additional context: on main\n</system-reminder>";
    expect((await given(messages.slice(0, -1))).texts).toEqual([summary, "human: two", reminder]);
  });

  it("is never summarised again and again when it is itself too long", async () => {
    const first = await given([new HumanMessage("one"), new AIMessage("Yes."), new HumanMessage("two")]);
    if (!("messages" in first.result)) throw new Error("nothing was compacted");
    const again = await given(first.result.messages.slice(1));
    expect(again.result).toEqual({ blocked: "there is nothing to make shorter" });
    expect(again.summariser.requests).toEqual([]);
  });

  it("says still which sub-agent it is", async () => {
    const named = new HumanMessage({
      content: "one",
      additional_kwargs: { hookline: { seen: true, agentId: "a1", agentType: "research" } },
    });
    const { result } = await given([named, new AIMessage("Yes."), new HumanMessage("two")]);
    const [, told] = "messages" in result ? result.messages : [];
    expect(told && markOf(told)).toEqual({
      summary: true,
      seen: true,
      agentId: "a1",
      agentType: "research",
    });
  });
});

describe("compactionMiddleware", () => {
  const config = { configurable: { thread_id: "t1" } };
  const script = [
    { text: "x".repeat(1_400), tools: [writing("a")] },
    { text: "y".repeat(900), tools: [writing("b"), writing("c")] },
    { text: "Done." },
  ];

  it("compacts before a request that would be too long: nothing is orphaned, the run goes on", async () => {
    const { engine, options, heard } = await compacting();
    const model = new ScriptedModel(script);
    const agent = createAgent({
      model,
      tools: [writeTool().write],
      checkpointer: new MemorySaver(),
      middleware: [compactionMiddleware(engine, options), hooksMiddleware(engine)],
    });
    const { messages } = await agent.invoke({ messages: [new HumanMessage("go")] }, config);
    expect(payloadsOf(heard, "PreCompact")).toMatchObject([{ trigger: "auto", custom_instructions: null }]);
    expect(payloadsOf(heard, "PostCompact")).toMatchObject([{ compact_summary: "we wrote a" }]);
    expect(model.requests.map(isWhole)).toEqual([true, true, true]);
    expect(texts(model.requests[2])).toEqual([
      summary,
      expect.stringMatching(/^ai: y+$/),
      "tool: wrote b",
      "tool: wrote c",
    ]);
    expect(texts(messages).at(-1)).toBe("ai: Done.");
    // The summary is no prompt of the person.
    expect(payloadsOf(heard, "UserPromptSubmit")).toHaveLength(1);
  });

  it("lets a request go as it is if PreCompact denies", async () => {
    const { engine, options } = await compacting({ PreCompact: () => ({ verdict: "deny", reason: "no" }) });
    const model = new ScriptedModel(script);
    const agent = createAgent({
      model,
      tools: [writeTool().write],
      middleware: [compactionMiddleware(engine, options), hooksMiddleware(engine)],
    });
    await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(model.requests[2]).toHaveLength(6);
  });

  it("takes the place of the summarisation of deepagents", async () => {
    const { engine, options, heard } = await compacting();
    const rename = ({ text, tools }: Turn): Turn => ({
      ...(text !== undefined && { text }),
      tools: (tools ?? []).map((call) => ({ ...call, name: "write_note" })),
    });
    const model = new ScriptedModel(script.map(rename));
    const params = {
      model,
      tools: [writeTool("write_note").write],
      middleware: [compactionMiddleware(engine, options)],
    };
    const agent = createDeepAgent(withHooks(params, engine));
    const { messages } = await agent.invoke({ messages: [new HumanMessage("go")] });
    expect(payloadsOf(heard, "PreCompact")).toHaveLength(1);
    expect(texts(messages)).toContain(summary);
  });

  it("keeps the words of the summary out of the stream", async () => {
    const { engine, options } = await compacting();
    const agent = createAgent({
      model: new ScriptedModel(script),
      tools: [writeTool().write],
      middleware: [compactionMiddleware(engine, options), hooksMiddleware(engine)],
    });
    let streamed = "";
    for await (const [chunk] of await agent.stream(
      { messages: [new HumanMessage("go")] },
      { streamMode: "messages" },
    ))
      if (chunk.getType() === "ai") streamed += String(chunk.content);
    expect(streamed).toContain("Done.");
    expect(streamed).not.toContain("we wrote a");
  });
});
