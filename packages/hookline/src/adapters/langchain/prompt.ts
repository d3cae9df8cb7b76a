import {
  AIMessage,
  type BaseMessage,
  HumanMessage,
  isHumanMessage,
  RemoveMessage,
} from "@langchain/core/messages";
import type { Engine } from "../../index.ts";
import { type Mark, marked, markOf, reminder, textOf } from "./marks.ts";
import type { HooksOptions } from "./options.ts";
import { placeOf } from "./place.ts";

interface Begun {
  readonly messages: BaseMessage[];
  readonly jumpTo?: "end";
}

/** A prompt that a hook has not seen: UserPromptSubmit, or in a sub-agent SubagentStart. Called when a run begins. */
export async function beginRun(
  engine: Engine,
  options: HooksOptions,
  messages: readonly BaseMessage[],
  signal?: AbortSignal,
): Promise<Begun | undefined> {
  const prompt = messages.findLast((message) => isHumanMessage(message) && !markOf(message).context);
  if (!prompt) return undefined;
  if (options.agentType !== undefined) return beginSubAgent(engine, options, prompt, signal);
  if (markOf(prompt).seen || markOf(prompt).goOn || markOf(prompt).summary) return undefined;
  return submit(engine, options, prompt, messages, signal);
}

async function submit(
  engine: Engine,
  options: HooksOptions,
  prompt: BaseMessage,
  messages: readonly BaseMessage[],
  signal: AbortSignal | undefined,
): Promise<Begun> {
  const place = placeOf(engine, options, messages);
  const text = textOf(prompt);
  const decision = await place.fire("UserPromptSubmit", { prompt: text }, signal);
  // What was said of an earlier refusal is not for the model.
  const old = messages.filter((message) => markOf(message).blocked).map(removal);
  const { verdict, halt, reason, updatedPrompt, context } = decision;
  if (verdict === "deny" || halt) {
    const shown = decision.effects.suppressOriginalPrompt === true ? "" : `\n\nOriginal prompt: ${text}`;
    const why = `UserPromptSubmit operation blocked by hook:\n${reason || halt?.reason}${shown}`;
    const refusal = new AIMessage({ content: why, ...marked({ blocked: true }) });
    return { messages: [...old, removal(prompt), refusal], jumpTo: "end" };
  }
  const said = typeof updatedPrompt === "string" ? updatedPrompt : prompt.content;
  const seen = promptWith(prompt, { seen: true }, said);
  // Asked only now: a prompt that was refused takes nothing with it.
  const waiting = options.pendingContext?.() ?? [];
  const contexts = [...waiting, ...context.map((one) => `UserPromptSubmit hook additional context: ${one}`)];
  return { messages: [...old, seen, ...contextMessages(contexts)] };
}

async function beginSubAgent(
  engine: Engine,
  options: HooksOptions,
  prompt: BaseMessage,
  signal: AbortSignal | undefined,
): Promise<Begun> {
  const agentId = `a${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const seen = promptWith(prompt, { seen: true, agentId, agentType: options.agentType ?? "" });
  const place = placeOf(engine, options, [seen]);
  const { context } = await place.fire("SubagentStart", {}, signal);
  return {
    messages: [
      seen,
      ...contextMessages(context.map((one) => `SubagentStart hook additional context: ${one}`)),
    ],
  };
}

/** Context of hooks as a message of its own. */
export function contextMessages(contexts: readonly string[]): HumanMessage[] {
  return contexts.length === 0
    ? []
    : [new HumanMessage({ content: reminder(contexts), ...marked({ context: true }) })];
}

/** The same prompt with a mark, and with other words if there are any. */
function promptWith(prompt: BaseMessage, mark: Mark, content = prompt.content): HumanMessage {
  const { id, name, response_metadata } = prompt;
  return new HumanMessage({
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    content,
    response_metadata,
    ...marked(mark, prompt),
  });
}

function removal({ id = "" }: BaseMessage): RemoveMessage {
  return new RemoveMessage({ id });
}
