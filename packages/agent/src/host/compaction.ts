import { compactMessages } from "hookline/langchain";
import type { Agent } from "./build-agent.ts";
import { compactionOptions, hooksOptions } from "./hooks-options.ts";
import type { Host } from "./host.ts";
import { conversation, lastNode, threadOf } from "./thread.ts";

/** After a compaction the model has lost what it was told at the start: SessionStart and the instructions tell it again. */
export async function afterCompaction(host: Host): Promise<readonly string[]> {
  const { tell, facts, instructions } = host;
  const decision = await tell("SessionStart", { source: "compact", model: facts.model });
  await instructions.reload("compact");
  host.stale = true;
  return decision.context.map((text) => `SessionStart hook additional context: ${text}`);
}

/** `/compact`: makes the conversation shorter now; gives what to say about it. */
export async function compactNow(
  host: Host,
  agent: Agent,
  instructions: string,
  signal: AbortSignal,
): Promise<string> {
  const messages = await conversation(agent, host);
  if (messages.length === 0) return "There is nothing to make shorter yet.";
  const options = {
    ...hooksOptions(host),
    ...compactionOptions(host),
    compacted: () => afterCompaction(host),
  };
  const how = { trigger: "manual", ...(instructions !== "" && { instructions }) } as const;
  const result = await compactMessages(host.engine, options, messages, how, signal);
  if ("blocked" in result) return `The conversation stays as it is: ${result.blocked}`;
  await agent.graph.updateState(threadOf(host), { messages: result.messages }, lastNode);
  await host.recorder.record(await conversation(agent, host), signal);
  return `The conversation is now a summary of ${result.summary.length} characters.`;
}
