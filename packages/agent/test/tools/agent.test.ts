import { join } from "node:path";
import { createDeepAgent } from "deepagents";
import { AIMessage, createAgent, fakeModel, HumanMessage, ToolMessage } from "langchain";
import { expect, test } from "vitest";
import { session } from "./session.ts";

const asks = (name: string, args: object) =>
  new AIMessage({ content: "", tool_calls: [{ id: "c1", name, args: { ...args } }] });

test("in an agent a tool gives the model its text and keeps the data as the artifact; cd lasts", async () => {
  const { tools, facts, project, write } = await session();
  write("sub/x", "");
  const model = fakeModel()
    .respond(asks("command_execute", { command: "cd sub; echo hi" }))
    .respond(new AIMessage("done"));
  const { messages } = await createAgent({ model, tools: [...tools] }).invoke({
    messages: [new HumanMessage("go")],
  });
  const answer = messages.find((message) => ToolMessage.isInstance(message));
  expect(answer).toMatchObject({
    content: "hi",
    artifact: { stdout: "hi", interrupted: false },
    tool_call_id: "c1",
  });
  expect(facts.cwd).toBe(join(project, "sub"));
});

test("the cd of a deep agent's sub-agent does not last", async () => {
  const { tools, facts, told, project, write } = await session();
  write("sub/x", "");
  const model = fakeModel()
    .respond(asks("task", { description: "go", subagent_type: "general-purpose" }))
    .respond(asks("command_execute", { command: "cd sub" }))
    .respond(new AIMessage("the sub-agent is done"))
    .respond(new AIMessage("done"));
  const shell = tools.filter(({ name }) => name === "command_execute");
  await createDeepAgent({ model, tools: shell }).invoke({ messages: [new HumanMessage("go")] });
  expect(model.calls).toHaveLength(4);
  expect(JSON.stringify(model.calls[2])).toContain("cd does not last in a sub-agent");
  expect([facts.cwd, told]).toEqual([project, []]);
});
