import { HumanMessage } from "@langchain/core/messages";
import { createAgent, createMiddleware } from "langchain";
import { describe, expect, it } from "vitest";
import {
  compactionMiddleware,
  endBatch,
  type HooksOptions,
  hooksMiddleware,
} from "../../../src/adapters/langchain/index.ts";
import type { Engine } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { type Script, ScriptedModel } from "./scripted-model.ts";
import { type Answers, calling, listenTo, texts, writeTool, writing } from "./stage.ts";

const options: HooksOptions = { batch: "host-step" };

/** An agent whose host has a step before each request, and tells the end of a batch there. */
function hostAgent(engine: Engine, script: Script) {
  const model = new ScriptedModel(script);
  const host = createMiddleware({
    name: "Host",
    beforeModel: {
      canJumpTo: ["end"],
      hook: ({ messages }, { signal }) => endBatch(engine, options, messages, signal),
    },
  });
  const compaction = compactionMiddleware(engine, { ...options, model: () => model });
  const { write } = writeTool();
  const middleware = [host, compaction, hooksMiddleware(engine, options)];
  return { model, agent: createAgent({ model, tools: [write], middleware }) };
}

/** Runs one turn with two tools, with these answers of hooks. */
async function turn(answers: Answers) {
  const engine = await scratch().engine();
  listenTo(engine, answers, ["PreToolUse", "PostToolBatch"]);
  const { agent, model } = hostAgent(engine, [calling(writing("a"), writing("b")), { text: "done" }]);
  const { messages } = await agent.invoke({ messages: [new HumanMessage("go")] });
  return { said: texts(messages), requests: model.requests.length };
}

describe("a host that tells the end of a batch in its own step", () => {
  it("has no further step before a request, and none for a compaction that never comes", async () => {
    const { agent } = hostAgent(await scratch().engine(), []);
    const steps = Object.keys((await agent.graph.getGraphAsync()).nodes);
    expect(steps.filter((name) => name.endsWith("_model"))).toEqual(["Host.before_model"]);
  });

  it("ends the turn when a hook of the batch or of one of its calls wants that", async () => {
    const denied = await turn({ PostToolBatch: () => ({ verdict: "deny", reason: "too much" }) });
    expect(denied.said.at(-1)).toBe("human: PostToolBatch hook stopped continuation: too much");
    const halted = await turn({ PreToolUse: () => ({ halt: { reason: "enough" } }) });
    expect(halted.said.at(-1)).toBe("human: A hook ended the turn: enough\nenough");
    expect([denied.requests, halted.requests]).toEqual([1, 1]);
  });
});
