import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import {
  type BaseMessage,
  HumanMessage,
  isAIMessage,
  isHumanMessage,
  RemoveMessage,
} from "@langchain/core/messages";
import { REMOVE_ALL_MESSAGES } from "@langchain/langgraph";
import { countTokensApproximately, createMiddleware } from "langchain";
import type { Engine } from "../../index.ts";
import { type Mark, marked, markOf, textOf } from "./marks.ts";
import type { HooksOptions, Middleware } from "./options.ts";
import { placeOf } from "./place.ts";
import { contextMessages } from "./prompt.ts";

/** How conversations are made shorter. */
export interface CompactionOptions extends HooksOptions {
  /** Writes the summary. */
  readonly model: () => BaseChatModel;
  /** Compacts by itself when the conversation has about this many tokens; never if absent. */
  readonly atTokens?: number;
  /** Called when it is done; what it gives is put before the model as context. */
  readonly compacted?: (summary: string) => Promise<readonly string[]>;
}

/** What compaction came to: messages that replace the conversation, or why it stays as it is. */
export type Compacted =
  | { readonly messages: BaseMessage[]; readonly summary: string }
  | { readonly blocked: string };

const task =
  "Summarise the conversation so far for yourself: what was asked, what was done and decided, which files matter and how they " +
  "look now, what is still to do. Be exact and short. Answer with the summary alone.";

/** PreCompact, the summary, PostCompact; what came last stays as it is. A hook's deny leaves the conversation alone. */
export async function compactMessages(
  engine: Engine,
  options: CompactionOptions,
  messages: readonly BaseMessage[],
  how: { readonly trigger: "manual" | "auto"; readonly instructions?: string },
  signal?: AbortSignal,
): Promise<Compacted> {
  const { trigger, instructions = null } = how;
  const kept = lastPart(messages);
  const old = messages.slice(0, messages.length - kept.length);
  // A summary of a summary gains nothing: what is too long then is what must stay.
  if (old.every((message) => isHooks(message))) return { blocked: "there is nothing to make shorter" };
  const place = placeOf(engine, options, messages);
  const before = await place.fire("PreCompact", { trigger, custom_instructions: instructions }, signal);
  if (before.verdict === "deny") return { blocked: before.reason };
  const question = new HumanMessage(instructions === null ? task : `${task}\n\n${instructions}`);
  const answer = await options.model().invoke([...old, question], {
    tags: ["nostream", "hookline:summary"],
    metadata: { hookline_purpose: "summary" },
    ...(signal && { signal }),
  });
  const summary = textOf(answer);
  await place.fire("PostCompact", { trigger, compact_summary: summary }, signal);
  const contexts = (await options.compacted?.(summary)) ?? [];
  const told = `<summary>\nThe conversation up to here, in short:\n${summary}\n</summary>`;
  return {
    summary,
    messages: [
      new RemoveMessage({ id: REMOVE_ALL_MESSAGES }),
      new HumanMessage({ content: told, ...marked({ summary: true, seen: true, ...nameIn(messages) }) }),
      ...contextMessages(contexts),
      ...kept,
    ],
  };
}

/** Compacts before a request when the conversation has grown too long; takes the place of the summarisation of deepagents, whose name it has. */
export function compactionMiddleware(engine: Engine, options: CompactionOptions): Middleware {
  const name = "SummarizationMiddleware";
  const { atTokens } = options;
  if (atTokens === undefined) return createMiddleware({ name });
  return createMiddleware({
    name,
    beforeModel: async ({ messages }, { signal }) => {
      if (countTokensApproximately(messages) <= atTokens) return undefined;
      const result = await compactMessages(engine, options, messages, { trigger: "auto" }, signal);
      return "messages" in result ? { messages: result.messages } : undefined;
    },
  });
}

/** What came last and must stay whole: the last request for tools with its results, or the last prompt. */
function lastPart(messages: readonly BaseMessage[]): readonly BaseMessage[] {
  const from = messages.findLastIndex(
    (message) =>
      (isHumanMessage(message) && !isHooks(message)) ||
      (isAIMessage(message) && (message.tool_calls?.length ?? 0) > 0),
  );
  return from < 0 ? [] : messages.slice(from);
}

/** A message that hooks or an earlier compaction put there. */
function isHooks(message: BaseMessage): boolean {
  const { context, summary } = markOf(message);
  return context === true || summary === true;
}

/** The name that a sub-agent goes by: the prompt that carries it goes, so the summary has to. */
function nameIn(messages: readonly BaseMessage[]): Pick<Mark, "agentId" | "agentType"> {
  const named = messages.map(markOf).findLast(({ agentId }) => agentId !== undefined);
  const { agentId, agentType } = named ?? {};
  return { ...(agentId !== undefined && { agentId }), ...(agentType !== undefined && { agentType }) };
}
