import { HumanMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { describe, expect, it } from "vitest";
import { withHooks } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { delegating, research, tasking } from "./delegating.ts";
import { ScriptedModel } from "./scripted-model.ts";
import { deepAgent, listenTo, payloadsOf, texts, writeTool } from "./stage.ts";

describe("a sub-agent", () => {
  it("that waits for a person goes on under the same name, and nothing is told twice", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { write, given } = writeTool("write_note");
    const model = new ScriptedModel(delegating(tasking("x")));
    const agent = createDeepAgent(
      withHooks(
        { model, tools: [write], checkpointer: new MemorySaver(), interruptOn: { write_note: true } },
        engine,
      ),
    );
    const config = { configurable: { thread_id: "t1" } };
    const asked = await agent.invoke({ messages: [new HumanMessage("go")] }, config);
    expect(given).toEqual([]);
    expect(asked).toMatchObject({ __interrupt__: [{ value: { actionRequests: [{ name: "write_note" }] } }] });
    const { messages } = await agent.invoke(
      new Command({ resume: { decisions: [{ type: "approve" }] } }),
      config,
    );
    expect(given).toHaveLength(1);
    expect(texts(messages).at(-1)).toBe("ai: All done.");
    const [start, ...more] = payloadsOf(heard, "SubagentStart");
    expect(more).toEqual([]);
    const { agent_id } = start ?? {};
    expect(payloadsOf(heard, "PreToolUse").map((one) => [one.tool_name, one.agent_id])).toEqual([
      ["task", undefined],
      ["write_note", agent_id],
    ]);
    expect(payloadsOf(heard, "PostToolUse").map((one) => [one.tool_name, one.agent_id])).toEqual([
      ["write_note", agent_id],
      ["task", undefined],
    ]);
    expect(payloadsOf(heard, "SubagentStop")).toMatchObject([{ agent_id }]);
    expect(payloadsOf(heard, "PostToolUseFailure")).toEqual([]);
  });

  it("beside another that waits too: each answer reaches its own, in a new process as well", async () => {
    const checkpointer = new MemorySaver();
    const config = { configurable: { thread_id: "t1" } };
    const process = async () => {
      const engine = await scratch().engine();
      const heard = listenTo(engine);
      const params = { checkpointer, interruptOn: { write_note: true } };
      return { heard, ...deepAgent(engine, delegating(tasking("x"), tasking("y")), {}, params) };
    };
    const first = await process();
    const asked = await first.agent.invoke({ messages: [new HumanMessage("go")] }, config);
    const questions: { id: string; value: object }[] = Reflect.get(asked, "__interrupt__");
    expect(questions).toHaveLength(2);
    const second = await process();
    const resume = questions.map(({ id, value }) => [
      id,
      { decisions: [{ type: JSON.stringify(value).includes('"y"') ? "reject" : "approve" }] },
    ]);
    const { messages } = await second.agent.invoke(
      new Command({ resume: Object.fromEntries(resume) }),
      config,
    );
    expect(second.given).toEqual([{ file_path: "x", content: "" }]);
    expect(texts(messages).at(-1)).toBe("ai: All done.");
    const ids = (event: string, heard: typeof first.heard) =>
      new Set(payloadsOf(heard, event).map(({ agent_id }) => agent_id));
    expect(payloadsOf(second.heard, "SubagentStart")).toEqual([]);
    expect(ids("SubagentStop", second.heard)).toEqual(ids("SubagentStart", first.heard));
  });

  it("may have an interruptOn of its own", async () => {
    const engine = await scratch().engine();
    const free = { ...research, interruptOn: { write_note: false } };
    const { say, given } = deepAgent(
      engine,
      delegating(tasking("x", "research")),
      {},
      { subagents: [free], interruptOn: { write_note: true } },
    );
    expect(await say("go")).not.toHaveProperty("__interrupt__");
    expect(given).toHaveLength(1);
  });
});
