import { createDeepAgent } from "deepagents";
import { expect, it } from "vitest";
import { ScriptedModel } from "../../src/models/scripted.ts";

it("a sub-agent takes its turns from the same script, in order", async () => {
  const task = { description: "look", subagent_type: "general-purpose" };
  const model = new ScriptedModel({
    turns: [
      { text: "I delegate", tools: [{ name: "task", input: task }] },
      { text: "", tools: [{ name: "ls", input: { path: "/" } }] },
      { text: "I looked" },
      { text: "all done" },
    ],
  });
  const { messages } = await createDeepAgent({ model }).invoke({ messages: "go" });
  expect(messages.map((message) => message.text)).toEqual(["go", "I delegate", "I looked", "all done"]);
  expect(messages.at(-1)?.id).toBe("msg_script_4");
});
