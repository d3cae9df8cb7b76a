import { HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { scratch } from "../../engine/scratch.ts";
import { calling, deepAgent, listenTo, payloadsOf, plainAgent, resultsIn, texts, writing } from "./stage.ts";

describe("a turn of createAgent", () => {
  it("tries", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say, model } = plainAgent(engine, [
      { text: "I write it", tools: [writing("a"), writing("z", "boom")], usage: { input: 3, output: 5 } },
      { text: "Done now." },
    ]);
    const { messages } = await say("go");
    console.log(JSON.stringify(heard, null, 1));
    console.log(texts(messages), model.offered, model.settings);
  });
  it("tries deep", async () => {
    const engine = await scratch().engine();
    const heard = listenTo(engine);
    const { say, model } = deepAgent(engine, [
      calling({ name: "task", input: { description: "do it", subagent_type: "general-purpose" } }),
      calling({ name: "write_note", input: { file_path: "b", content: "q" } }),
      { text: "sub done" },
      { text: "Done now." },
    ]);
    const { messages } = await say("go");
    console.log(heard.map(({ event, payload }) => `${event} ${JSON.stringify({ ...payload, tools: 0, messages: 0 })}`).join("\n"));
    console.log(texts(messages));
  });
});
