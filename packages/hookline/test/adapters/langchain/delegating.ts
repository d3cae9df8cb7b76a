import type { BaseMessage } from "@langchain/core/messages";
import type { SubAgent } from "deepagents";
import { textOf } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import type { Turn } from "./scripted-model.ts";
import { type Answers, calling, deepAgent, listenTo } from "./stage.ts";

/** A call that gives a task to a sub-agent. */
export const tasking = (description: string, subagent_type = "general-purpose") => ({
  name: "task",
  input: { description, subagent_type },
});
const noting = (file_path: string) => ({ name: "write_note", input: { file_path } });

/** A sub-agent of the host. */
export const research: SubAgent = {
  name: "research",
  description: "Looks things up.",
  systemPrompt: "You look things up.",
};

const isReminder = (message: BaseMessage) => textOf(message).startsWith("<system-reminder>");

/** The last prompt of a conversation, without what a fork is told before it. */
export function promptOf(messages: readonly BaseMessage[]): string {
  const last = messages.findLast((message) => message.getType() === "human" && !isReminder(message));
  return (last && textOf(last).split("\n\n").at(-1)) ?? "";
}

/** Asks for these tasks at once; each sub-agent notes its own name and answers. */
export function delegating(...tasks: ReturnType<typeof tasking>[]) {
  return (messages: readonly BaseMessage[]): Turn => {
    const prompt = promptOf(messages);
    const answered = messages.findLast((message) => !isReminder(message))?.getType() === "tool";
    if (prompt === "go") return answered ? { text: "All done." } : calling(...tasks);
    return answered ? { text: `${prompt} is done` } : calling(noting(prompt));
  };
}

/** A run that gives out tasks, and what its hooks hear. */
export async function delegate(
  tasks: ReturnType<typeof tasking>[],
  answers: Answers = {},
  subagents: readonly SubAgent[] = [],
) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, answers);
  const made = deepAgent(engine, delegating(...tasks), {}, { subagents });
  const { messages } = await made.say("go");
  return { ...made, heard, messages };
}
