import { HumanMessage } from "@langchain/core/messages";
import { createDeepAgent } from "deepagents";
import { type CompactionOptions, compactionMiddleware, withHooks } from "hookline/langchain";
import { createMiddleware } from "langchain";
import { afterCompaction } from "./compaction.ts";
import { compactionOptions, hooksOptions } from "./hooks-options.ts";
import type { Host } from "./host.ts";
import { systemPrompt } from "./system-prompt.ts";

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
  const { engine, facts, model, checkpointer, recorder } = host;
  const hooks = hooksOptions(host);
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
      middleware: [recorder.middleware(), own, compaction({ compacted: () => afterCompaction(host) })],
      subagents: subAgents(host).map(({ tools: names, ...agent }) => ({
        ...agent,
        model: host.agentModels.get(agent.name) ?? model.model,
        tools: [],
        middleware: [recorder.middleware(), toolsNamed(tools, names), compaction({ agentType: agent.name })],
      })),
    },
    engine,
    hooks,
  );
  // After the hooks: they look at tool results that nothing stands behind.
  const around = [...params.middleware, nestedInstructions(host)];
  return createDeepAgent({
    ...params,
    middleware: around,
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
function nestedInstructions(host: Host) {
  return createMiddleware({
    name: "NestedInstructions",
    beforeModel: async () => {
      const texts = (await Promise.all(host.nested.splice(0))).filter((text) => text !== "");
      if (texts.length === 0) return undefined;
      return { messages: [new HumanMessage(`<system-reminder>\n${texts.join("\n\n")}\n</system-reminder>`)] };
    },
  });
}
