import type { BaseMessage } from "@langchain/core/messages";
import type { StopWord } from "./errors.ts";
import type { Purpose } from "./purpose.ts";
import type { Script, ScriptedJudgement, ScriptedTurn } from "./script.ts";

const agreed: ScriptedJudgement = { ok: true };

/** What the scripted model says beside the conversation, `asked` judgements having been given before. */
export function asksAside(
  { summary, judge = agreed }: Script,
  purpose: Purpose,
  messages: readonly BaseMessage[],
  asked: number,
): ScriptedTurn {
  if (purpose === "summary") return { text: summary ?? mechanicalSummary(messages) };
  const answers = Array.isArray(judge) ? judge : [judge];
  return { text: JSON.stringify(answers[asked] ?? answers.at(-1) ?? agreed) };
}

/** The first 200 characters of what the person said last, also where the conversation is quoted in one prompt. */
function mechanicalSummary(messages: readonly BaseMessage[]): string {
  const prompt = messages.findLast((message) => message.getType() === "human")?.text ?? "";
  const quoted = [...prompt.matchAll(/^Human: (.*)$/gm)].at(-1)?.[1];
  return (quoted ?? prompt).trim().slice(0, 200);
}

/** How Anthropic's service says the words that it has an own name for. */
const said: { readonly [word in StopWord]?: readonly [status: number, type: string] } = {
  rate_limit: [429, "rate_limit_error"],
  overloaded: [529, "overloaded_error"],
  authentication_failed: [401, "authentication_error"],
  billing_error: [402, "billing_error"],
  invalid_request: [400, "invalid_request_error"],
  model_not_found: [404, "not_found_error"],
  server_error: [500, "api_error"],
};

/** The error that a provider's library would throw. */
export function providerError(word: StopWord, message = `scripted ${word}`): Error {
  const [status, type] = said[word] ?? [400, word];
  return Object.assign(new Error(`${status} ${message}`), {
    status,
    error: { type: "error", error: { type, message } },
  });
}
