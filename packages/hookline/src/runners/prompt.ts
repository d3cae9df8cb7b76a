import { defineRunner } from "../contract/runner.ts";
import { askJudge } from "./judge.ts";

/** A question to a language model. */
export const prompt = defineRunner({
  type: "prompt",
  summary: "a question to a language model, which may only refuse",
  fields: { prompt: "string", model: "string?", continueOnBlock: "boolean?" },
  describes: {
    prompt: "The question; $ARGUMENTS stands for the event.",
    model: "The model that is asked; the host's own if absent.",
    continueOnBlock: "True: the turn goes on after a refusal, with the reason as feedback.",
  },
  identity: ["prompt", "model"],
  timeoutSeconds: 30,
  judges: true,
  check: ({ prompt }) => (prompt.trim() === "" ? "the prompt is empty" : null),
  run: (_hook, { prompt, model, continueOnBlock = false }, call) =>
    askJudge(
      {
        type: "prompt",
        judge: call.services.model,
        absent: "no model: pass createEngine({ model })",
        prompt,
        model,
        continues: continueOnBlock,
      },
      call,
    ),
});
