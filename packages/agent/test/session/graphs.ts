import { Annotation, type BaseCheckpointSaver, interrupt, START, StateGraph } from "@langchain/langgraph";
import { createDeepAgent } from "deepagents";
import { createAgent, tool } from "langchain";
import { z } from "zod";
import { type Turn, TurnsModel } from "./turns-model.ts";

/** A tool that asks before it does anything. */
export const ask = tool(
  ({ what }) => {
    const answer: unknown = interrupt({ question: `may I ${what}?` });
    return `${what}: ${JSON.stringify(answer)}`;
  },
  { name: "ask", description: "asks", schema: z.object({ what: z.string() }) },
);

/** A tool that asks two things, one after the other. */
export const askTwice = tool(
  () => `${JSON.stringify(interrupt("first?"))} ${JSON.stringify(interrupt("second?"))}`,
  {
    name: "ask_twice",
    description: "asks twice",
    schema: z.object({}),
  },
);

/** A tool that hangs until its run is given up. */
export const hang = tool(
  (_input, { signal }: { signal?: AbortSignal }) =>
    new Promise<string>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(new Error("given up"))),
    ),
  { name: "hang", description: "hangs", schema: z.object({}) },
);

/** A tool that says what it got. */
export const echo = tool(({ text }) => `echo ${text}`, {
  name: "echo",
  description: "echoes",
  schema: z.object({ text: z.string() }),
});

/** A tool that breaks. */
export const fail = tool(
  (): string => {
    throw new Error("it broke");
  },
  { name: "fail", description: "fails", schema: z.object({}) },
);

/** A plain agent with these turns. */
export function plainAgent(turns: readonly Turn[], checkpointer: BaseCheckpointSaver) {
  return createAgent({
    model: new TurnsModel(turns),
    tools: [ask, askTwice, hang, echo, fail],
    checkpointer,
  });
}

/** A deep agent whose sub-agent `worker` has turns of its own. */
export function deepAgent(turns: readonly Turn[], sub: readonly Turn[], checkpointer: BaseCheckpointSaver) {
  return createDeepAgent({
    model: new TurnsModel(turns),
    tools: [ask, echo],
    checkpointer,
    subagents: [
      {
        name: "worker",
        description: "works",
        systemPrompt: "work",
        model: new TurnsModel(sub),
        tools: [ask, echo],
      },
    ],
  });
}

/** Three graphs within each other: the innermost asks, the one in the middle keeps its state from call to call. */
export function nestedGraph(checkpointer: BaseCheckpointSaver) {
  const State = Annotation.Root({
    log: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  });
  const inner = new StateGraph(State)
    .addNode("before", () => ({ log: ["before"] }))
    .addNode("question", () => ({ log: [`answer ${JSON.stringify(interrupt("inner?"))}`] }))
    .addEdge(START, "before")
    .addEdge("before", "question")
    .compile();
  const middle = new StateGraph(State)
    .addNode("inner", async () => ({ log: (await inner.invoke({ log: ["in"] })).log }))
    .addNode("after", ({ log }) => ({ log: [`middle has ${log.length}`] }))
    .addEdge(START, "inner")
    .addEdge("inner", "after")
    .compile({ checkpointer: true });
  return new StateGraph(State)
    .addNode("start", () => ({ log: ["start"] }))
    .addNode("middle", async ({ log }) => ({ log: (await middle.invoke({ log: log.slice(-1) })).log }))
    .addNode("end", () => ({ log: ["end"] }))
    .addEdge(START, "start")
    .addEdge("start", "middle")
    .addEdge("middle", "end")
    .compile({ checkpointer });
}

/** The call that gives the sub-agent something to do. */
export function task(description: string): { name: string; args: Record<string, unknown> } {
  return { name: "task", args: { description, subagent_type: "worker" } };
}
