import { type BaseCheckpointSaver, interrupt } from "@langchain/langgraph";
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
  return createAgent({ model: new TurnsModel(turns), tools: [ask, echo, fail], checkpointer });
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

/** The call that gives the sub-agent something to do. */
export function task(description: string): { name: string; args: Record<string, unknown> } {
  return { name: "task", args: { description, subagent_type: "worker" } };
}
