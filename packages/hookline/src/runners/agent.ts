import { defineRunner } from "../contract/runner.ts";
import { askJudge } from "./judge.ts";

/** A question to an agent that may look around before it answers. */
export const agent = defineRunner({
  type: "agent",
  summary: "a question to an agent with tools, which may only refuse",
  fields: { prompt: "string", model: "string?" },
  describes: {
    prompt: "The question; $ARGUMENTS stands for the event.",
    model: "The model of the agent that is asked; the host's own if absent.",
  },
  identity: ["prompt", "model"],
  timeoutSeconds: 60,
  judges: true,
  check: ({ prompt }) => (prompt.trim() === "" ? "the prompt is empty" : null),
  run: (_hook, { prompt, model }, call) =>
    askJudge(
      {
        type: "agent",
        judge: call.services.agent,
        absent: "no agent: pass createEngine({ agent })",
        prompt,
        model,
        continues: true,
      },
      call,
    ),
});
