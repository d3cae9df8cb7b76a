// A session in a process of its own: `start` asks and stays there, `resume` answers, `work` calls tools without end.
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { Command, interrupt } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { tool } from "langchain";
import { z } from "zod";
import { SessionCheckpointer } from "../../dist/session/checkpointer.js";
import { sessionStore } from "../../dist/session/store.js";

const [stateFolder, what] = process.argv.slice(2);
const tell = (line) => process.stdout.write(`${line}\n`);

class Turns extends BaseChatModel {
  constructor(answer) {
    super({});
    this.answer = answer;
  }
  _llmType() {
    return "turns";
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const said = messages.filter((message) => message.getType() === "ai").length;
    const answer = this.answer(said);
    const call = { ...answer, id: `call-${said}`, type: "tool_call" };
    const message = new AIMessage(
      answer.name ? { content: "", tool_calls: [call] } : { content: answer.text },
    );
    return { generations: [{ message, text: message.text }] };
  }
}

const ask = tool(
  ({ dig }) => {
    tell("asking");
    return `${dig}: ${interrupt("may I dig?")}`;
  },
  { name: "ask", description: "asks", schema: z.object({ dig: z.string() }) },
);
const echo = tool(
  ({ text }) => {
    tell(`echo ${text}`);
    return text;
  },
  { name: "echo", description: "echoes", schema: z.object({ text: z.string() }) },
);

const store = sessionStore({ stateFolder, projectDir: stateFolder });
const saver = new SessionCheckpointer({ ...store, onFault: tell });
const config = { configurable: { thread_id: "s1" } };
const worker = new Turns((n) => (n === 0 ? { name: "ask", args: { dig: "here" } } : { text: "dug" }));
const task = { name: "task", args: { description: "dig", subagent_type: "worker" } };
const work = (n) => ({ name: "echo", args: { text: String(n) } });
const main = new Turns(what === "work" ? work : (n) => (n === 0 ? task : { text: "all done" }));

try {
  saver.hold("s1");
  const agent = createDeepAgent({
    model: main,
    tools: [echo],
    checkpointer: saver,
    subagents: [{ name: "worker", description: "works", systemPrompt: "work", model: worker, tools: [ask] }],
  });
  if (what === "resume") {
    const { tasks } = await agent.getState(config);
    tell(`asked ${JSON.stringify(tasks.flatMap(({ interrupts }) => interrupts.map(({ value }) => value)))}`);
    const { messages } = await agent.invoke(new Command({ resume: "yes" }), config);
    for (const message of messages) tell(`${message.getType()}: ${message.text}`);
  } else {
    await agent.invoke({ messages: [new HumanMessage("go")] }, { ...config, recursionLimit: 100_000 });
    tell("pending");
    setInterval(() => {}, 1000);
  }
} catch (error) {
  tell(`error: ${error.message}`);
}
