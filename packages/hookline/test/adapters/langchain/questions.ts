import { Command } from "@langchain/langgraph";
import type { HooksOptions } from "../../../src/adapters/langchain/index.ts";
import { scratch } from "../../engine/scratch.ts";
import type { Script } from "./scripted-model.ts";
import { listenTo, plainAgent } from "./stage.ts";

/** What a run waits for an answer to. */
export interface Question {
  readonly id: string;
  readonly value: unknown;
}

/** What a run waits for. */
export function questionsIn(result: object): readonly Question[] {
  const asked: unknown = Reflect.get(result, "__interrupt__");
  return Array.isArray(asked) ? asked : [];
}

/** Answers each question that a run waits for by what a function says. */
export function answers(result: object, answer: (question: Question, index: number) => object): Command {
  const all = questionsIn(result).map((one, index) => [one.id, { decisions: [answer(one, index)] }]);
  return new Command({ resume: Object.fromEntries(all) });
}

/** A plain yes. */
export const approve = () => ({ type: "approve" });

/** Asks about the tool that writes. */
export const writes = { write_file: true } as const;

/** An agent that asks a person, and what its hooks hear. */
export async function asking(
  script: Script,
  options: HooksOptions,
  hooks: Parameters<typeof listenTo>[1] = {},
) {
  const engine = await scratch().engine();
  const heard = listenTo(engine, hooks);
  return { heard, ...plainAgent(engine, script, options) };
}
