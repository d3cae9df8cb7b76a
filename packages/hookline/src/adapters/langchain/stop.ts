import { type BaseMessage, HumanMessage, isToolMessage } from "@langchain/core/messages";
import type { Decision, Engine } from "../../index.ts";
import { goneOn, lastAssistantText, marked, markOf, reminder } from "./marks.ts";
import type { HooksOptions } from "./options.ts";
import { placeOf } from "./place.ts";

/** How often in a row hooks may keep an agent from stopping. */
const usualCap = 8;

/** What is told to the person when hooks would go on for ever. */
export function capText(event: string, cap: number): string {
  return `${event} hooks made the agent go on ${cap} times in a row: this time it stops (stopCap)`;
}

/** The agent has finished: Stop, or SubagentStop. With a message, it goes on with that as its next instruction. */
export async function endRun(
  engine: Engine,
  options: HooksOptions,
  messages: readonly BaseMessage[],
  signal?: AbortSignal,
): Promise<HumanMessage | undefined> {
  const last = messages.at(-1);
  if (!last || markOf(last).blocked || isToolMessage(last)) return undefined;
  const place = placeOf(engine, options, messages);
  const event = options.agentType === undefined ? "Stop" : "SubagentStop";
  if (!engine.hears(event)) return undefined;
  const times = goneOn(messages);
  const decision = await place.fire(
    event,
    {
      stop_hook_active: times > 0,
      last_assistant_message: lastAssistantText(messages),
      background_tasks: [],
      session_crons: [],
      ...(place.agent && { agent_transcript_path: options.agentTranscript?.(place.agent) ?? "" }),
    },
    signal,
  );
  const said = instruction(event, decision);
  if (said === null || signal?.aborted) return undefined;
  const cap = options.stopCap ?? usualCap;
  if (cap > 0 && times >= cap) {
    options.told?.(withWarning(decision, capText(event, cap)));
    return undefined;
  }
  return new HumanMessage({ content: said, ...marked({ goOn: true }) });
}

/** What the agent goes on with: the reason of a deny, or context; null if it stops. Halt beats both. */
function instruction(event: string, { verdict, halt, reason, context }: Decision): string | null {
  if (halt) return null;
  const contexts = context.map((one) => `${event} hook additional context: ${one}`);
  const feedback = verdict === "deny" ? [`${event} hook feedback:\n${reason}`] : [];
  const reminders = contexts.length === 0 ? [] : [reminder(contexts)];
  const all = [...feedback, ...reminders];
  return all.length === 0 ? null : all.join("\n\n");
}

/** The same decision with nothing but this to tell: its own messages were told already. */
function withWarning(decision: Decision, text: string): Decision {
  return { ...decision, messages: [{ level: "warn", text, hook: "" }] };
}
