import type { BaseMessage } from "@langchain/core/messages";
import { createDeepAgent } from "deepagents";
import {
  type BatchEnd,
  type CompactionOptions,
  compactionMiddleware,
  contextMessages,
  endBatch,
  withHooks,
} from "hookline/langchain";
import { createMiddleware } from "langchain";
import { wholeCalls } from "../models/whole-calls.ts";
import { afterCompaction } from "./compaction.ts";
import { compactionOptions, hooksOptions } from "./hooks-options.ts";
import type { Host } from "./host.ts";
import { systemPrompt } from "./system-prompt.ts";
import { turnLimit } from "./turn-limit.ts";

/** The agent that runs a session. */
export type Agent = ReturnType<typeof buildAgent>;

const generalPurpose = {
  name: "general-purpose",
  description:
    "For research and for work of several steps. It has the same tools, works alone and answers once.",
  systemPrompt:
    "You work on one task for another agent. Do it completely with the tools you have, then answer with what was asked for: your answer is all that is read.",
};

/**
 * Puts the agent together: deepagents' loop, sub-agents and mending of unanswered calls; our tools in the place of its virtual files; our
 * compaction in the place of its summaries; and Hookline around all of it. This is all that an agent needs to have hooks.
 */
export function buildAgent(host: Host) {
  const { engine, facts, model, checkpointer, recorder, underWay } = host;
  const hooks = { ...hooksOptions(host), batch: "host-step" } as const;
  const tools = [...host.tools, ...host.mcp.tools()];
  const own = toolsNamed(
    tools,
    facts.agentType === null ? undefined : host.settings.agents[facts.agentType]?.tools,
  );
  const compaction = (rest: Partial<CompactionOptions>) =>
    compactionMiddleware(engine, { ...hooks, ...compactionOptions(host), ...rest });
  const params = withHooks(
    {
      model: model.model,
      systemPrompt: systemPrompt(host),
      checkpointer,
      // The recorder comes first: what a tool gave back is written before any hook hears of it.
      middleware: [
        underWay.middleware(),
        recorder.middleware(async (messages, signal) => {
          const end = await endBatch(engine, hooks, messages, signal);
          return end?.jumpTo ? end : withMessages(end, await nestedInstructions(host));
        }),
        wholeCalls(),
        turnLimit(host),
        own,
        compaction({ compacted: () => afterCompaction(host) }),
      ],
      subagents: subAgents(host).map(({ tools: names, ...agent }) => ({
        ...agent,
        model: host.agentModels.get(agent.name) ?? model.model,
        tools: [],
        middleware: [
          underWay.middleware(),
          recorder.middleware((messages, signal) =>
            endBatch(engine, { ...hooks, agentType: agent.name }, messages, signal),
          ),
          wholeCalls(),
          toolsNamed(tools, names),
          compaction({ agentType: agent.name }),
        ],
      })),
    },
    engine,
    hooks,
  );
  return createDeepAgent({
    ...params,
    ...(facts.agentType !== null && { name: facts.agentType }),
  });
}

/** The sub-agents of the session: the general one, and those of the settings. */
function subAgents({ settings }: Host) {
  const named = Object.entries(settings.agents).map(([name, { description, prompt, tools }]) => ({
    name,
    description,
    systemPrompt: prompt,
    tools,
  }));
  const general = { ...generalPurpose, tools: undefined };
  return [...(named.some(({ name }) => name === generalPurpose.name) ? [] : [general]), ...named];
}

/** The tools of an agent, in the place of deepagents' own; all of them if it names none. */
function toolsNamed(tools: Host["tools"], names: readonly string[] | undefined) {
  const chosen = names === undefined ? tools : tools.filter(({ name }) => names.includes(name));
  return createMiddleware({ name: "FilesystemMiddleware", tools: chosen });
}

/** What AGENTS.md of a subfolder says, once, after a tool has used a file in it. */
async function nestedInstructions(host: Host): Promise<readonly BaseMessage[]> {
  const texts = (await Promise.all(host.nested.splice(0))).filter((text) => text !== "");
  return contextMessages(texts);
}

function withMessages(end: BatchEnd | undefined, more: readonly BaseMessage[]): BatchEnd | undefined {
  return more.length === 0 ? end : { messages: [...(end?.messages ?? []), ...more] };
}
