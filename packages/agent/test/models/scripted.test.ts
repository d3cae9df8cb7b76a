import { AIMessage, AIMessageChunk, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { explainModelError, stopWords } from "../../src/models/errors.ts";
import { marksOf } from "../../src/models/purpose.ts";
import { ScriptedModel } from "../../src/models/scripted.ts";

const write = tool(async ({ path }) => `wrote ${path}`, {
  name: "write_file",
  description: "writes",
  schema: z.object({ path: z.string() }),
});

async function streamed(model: ScriptedModel, options = {}) {
  const chunks: AIMessageChunk[] = [];
  for await (const chunk of await model.stream("go", options)) chunks.push(chunk);
  return chunks;
}

describe("the scripted model", () => {
  it("streams a turn word by word, then its tools, then the tokens", async () => {
    const tools = [{ name: "write_file", input: { path: "a" } }, { name: "ls" }];
    const chunks = await streamed(new ScriptedModel({ turns: [{ text: "I write  it\nnow", tools }] }));
    expect(chunks.map(({ text }) => text).filter((text) => text !== "")).toEqual([
      "I ",
      "write  ",
      "it\n",
      "now",
    ]);
    const whole = chunks.reduce((all, chunk) => all.concat(chunk));
    expect(whole.id).toBe("msg_script_1");
    expect(whole.tool_calls).toEqual([
      { type: "tool_call", id: "toolu_script_1_1", name: "write_file", args: { path: "a" } },
      { type: "tool_call", id: "toolu_script_1_2", name: "ls", args: {} },
    ]);
    expect(whole.usage_metadata).toMatchObject({ input_tokens: 1, output_tokens: expect.any(Number) });
    expect(whole.response_metadata).toMatchObject({ stop_reason: "tool_use" });
  });

  it("says the same when it is not streamed", async () => {
    const turn = { text: "two words", tools: [{ name: "ls", input: { path: "/" } }] };
    const whole = (await streamed(new ScriptedModel({ turns: [turn] }))).reduce((all, one) =>
      all.concat(one),
    );
    const atOnce = await new ScriptedModel({ turns: [turn] }).invoke("go");
    expect(atOnce).toBeInstanceOf(AIMessage);
    expect(atOnce.text).toBe(whole.text);
    expect(atOnce.tool_calls).toEqual(whole.tool_calls);
    expect(atOnce.usage_metadata).toEqual(whole.usage_metadata);
    expect(atOnce.id).toBe(whole.id);
  });

  it("answers an empty text when the script is used up", async () => {
    const model = new ScriptedModel({ turns: [{ text: "one" }] });
    expect((await model.invoke("go")).text).toBe("one");
    const after = await model.invoke("go");
    expect([after.text, after.tool_calls]).toEqual(["", []]);
    expect((await streamed(model)).map(({ text }) => text).join("")).toBe("");
  });

  it("shares its place with what is bound to it, and keeps what was derived from it", async () => {
    const model = new ScriptedModel({ turns: [{ text: "one" }, { text: "two" }, { text: "three" }] });
    const seen: string[] = [];
    const derived: ScriptedModel = Object.create(model, {
      _streamResponseChunks: {
        async *value(...args: Parameters<ScriptedModel["_streamResponseChunks"]>) {
          seen.push("start");
          yield* model._streamResponseChunks(...args);
          seen.push("end");
        },
      },
    });
    const bound = derived.bindTools([write]);
    let text = "";
    for await (const chunk of await bound.stream("go")) text += chunk.text;
    expect([text, seen]).toEqual(["one", ["start", "end"]]);
    expect((await model.invoke("go")).text).toBe("two");
    expect((await bound.invoke("go")).text).toBe("three");
    expect(seen).toHaveLength(2);
  });

  it("runs a whole loop of createAgent and streams it", async () => {
    const tools = [{ name: "write_file", input: { path: "a" } }];
    const model = new ScriptedModel({ turns: [{ text: "first then", tools }, { text: "all done" }] });
    const agent = createAgent({ model, tools: [write] });
    const texts: string[] = [];
    for await (const [message] of await agent.stream({ messages: "go" }, { streamMode: "messages" })) {
      if (message.text !== "") texts.push(message.text);
    }
    expect(texts).toEqual(["first ", "then", "wrote a", "all ", "done"]);
  });

  it("never gives an id twice, also when a session goes on with a new process", async () => {
    const turns = [{ tools: [{ name: "write_file", input: { path: "a" } }] }, { text: "done" }];
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "t" } };
    for (const prompt of ["first", "second"]) {
      const agent = createAgent({ model: new ScriptedModel({ turns }), tools: [write], checkpointer });
      await agent.invoke({ messages: prompt }, config);
    }
    const agent = createAgent({ model: new ScriptedModel({ turns }), tools: [write], checkpointer });
    const { messages } = (await agent.graph.getState(config)).values;
    expect(messages.map((message: AIMessage) => message.getType())).toEqual([
      "human",
      "ai",
      "tool",
      "ai",
      "human",
      "ai",
      "tool",
      "ai",
    ]);
    const ids = messages.filter(AIMessage.isInstance).map(({ id }: AIMessage) => id);
    expect(ids).toEqual(["msg_script_1", "msg_script_2", "msg_script_3", "msg_script_4"]);
    const calls = messages.filter(ToolMessage.isInstance).map((message: ToolMessage) => message.tool_call_id);
    expect(calls).toEqual(["toolu_script_1_1", "toolu_script_3_1"]);
  });

  it("waits as long as a turn says, and no longer than the signal allows", async () => {
    const quick = new ScriptedModel({ turns: [{ text: "late", delayMs: 30 }] });
    const before = performance.now();
    expect((await quick.invoke("go")).text).toBe("late");
    expect(performance.now() - before).toBeGreaterThan(25);
    const endless = new ScriptedModel({ turns: [{ text: "never", delayMs: 3_600_000 }] });
    const ended = new AbortController();
    const call = endless.invoke("go", { signal: ended.signal });
    ended.abort();
    await expect(call).rejects.toThrow(/abort/i);
    await expect(endless.stream("go", { signal: ended.signal })).rejects.toThrow(/abort/i);
  });

  it.each(stopWords)("fails with %s as a provider would, and goes on after it", async (error) => {
    const model = new ScriptedModel({ turns: [{ error, message: "because of it" }, { text: "again" }] });
    const failed = await model.invoke("go").catch((thrown: unknown) => thrown);
    expect(explainModelError(failed)).toEqual({ error, line: expect.stringContaining("because of it") });
    expect((await model.invoke("go")).text).toBe("again");
  });
});

describe("a call beside the conversation", () => {
  const script = { turns: [{ text: "the only turn" }] };

  it.each([
    ["tags", { tags: ["hookline:judge"] }],
    ["metadata", { metadata: { hookline_purpose: "judge" } }],
    ["both", marksOf("judge")],
  ])("spends no turn: marked by %s", async (_name, marks) => {
    const model = new ScriptedModel({ ...script, judge: { ok: false, reason: "no" } });
    expect(JSON.parse((await model.invoke("judge this", marks)).text)).toEqual({ ok: false, reason: "no" });
    const chunks = await streamed(model, marks);
    expect(JSON.parse(chunks.map(({ text }) => text).join(""))).toEqual({ ok: false, reason: "no" });
    expect((await model.bindTools([write]).invoke("judge", marks)).text).toContain("no");
    expect((await model.invoke("go")).text).toBe("the only turn");
  });

  it("agrees if the script has no judgement, and gives several in turn", async () => {
    const ask = async (model: ScriptedModel) => JSON.parse((await model.invoke("?", marksOf("judge"))).text);
    expect(await ask(new ScriptedModel(script))).toEqual({ ok: true });
    const model = new ScriptedModel({ ...script, judge: [{ ok: false, reason: "tests" }, { ok: true }] });
    expect([await ask(model), await ask(model), await ask(model)]).toEqual([
      { ok: false, reason: "tests" },
      { ok: true },
      { ok: true },
    ]);
  });

  it("sums up with the script's words, or with what the person said last", async () => {
    const said = new ScriptedModel({ ...script, summary: "all is well" });
    expect((await said.invoke("sum up", marksOf("summary"))).text).toBe("all is well");
    const model = new ScriptedModel(script);
    const long = `fix ${"x".repeat(300)}`;
    const history = [new HumanMessage("first"), new AIMessage("yes"), new HumanMessage(long)];
    expect((await model.invoke(history, marksOf("summary"))).text).toBe(long.slice(0, 200));
    const quoted = "Sum this up:\nHuman: add it\nAI: done\nHuman: and test it\nAI: tested";
    expect((await model.invoke(quoted, marksOf("summary"))).text).toBe("and test it");
  });

  it("is recognised inside of an agent that was called with the marks, and is not streamed", async () => {
    const model = new ScriptedModel({ ...script, judge: { ok: false } });
    const agent = createAgent({ model, tools: [write] });
    const shown: string[] = [];
    const options = { ...marksOf("judge"), streamMode: "messages" as const };
    for await (const [message] of await agent.stream({ messages: "judge" }, options)) {
      if (AIMessageChunk.isInstance(message)) shown.push(message.text);
    }
    const { messages } = await agent.invoke({ messages: "judge" }, marksOf("judge"));
    expect(messages.at(-1)?.text).toBe('{"ok":false}');
    expect(shown).toEqual([]);
    expect((await model.invoke("go")).text).toBe("the only turn");
  });
});
