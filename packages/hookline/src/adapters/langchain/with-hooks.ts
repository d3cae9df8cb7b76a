import type { Engine } from "../../index.ts";
import { hooksMiddleware } from "./hooks-middleware.ts";
import type { HooksOptions, InterruptOn } from "./options.ts";

/** What is used of the parameters of `createDeepAgent`; everything else goes through. */
export interface DeepAgentParams {
  readonly model?: unknown;
  readonly tools?: unknown;
  readonly skills?: unknown;
  readonly middleware?: readonly unknown[];
  readonly subagents?: readonly object[];
  readonly interruptOn?: InterruptOn | undefined;
}

/** The sub-agent that deepagents adds by itself; it is named here, for hooks do not reach the one that is added. */
const generalPurpose = {
  name: "general-purpose",
  description:
    "For research and for work of several steps that would fill up this conversation. It has the same tools, works alone and " +
    "answers once.",
  systemPrompt:
    "You work on one task for another agent. Do it completely with the tools you have, then answer with what was asked for, " +
    "and with nothing else: your answer is all that is read.",
};

interface SubAgentParams {
  readonly name?: unknown;
  readonly interruptOn?: unknown;
  readonly middleware?: unknown;
}

/** The parameters of `createDeepAgent` with hooks around the agent and all its sub-agents; compiled and remote ones have to be given theirs where they are made. */
export function withHooks<P extends DeepAgentParams>(
  params: P,
  engine: Engine,
  options: HooksOptions = {},
): P {
  const { middleware = [], subagents = [], interruptOn } = params;
  refuseApproval(middleware);
  const approving = (own: unknown): HooksOptions => ({
    ...options,
    ...(isInterruptOn(own) ? { interruptOn: own } : interruptOn && { interruptOn }),
  });
  const around = (agent: object): object => {
    if ("runnable" in agent || "graphId" in agent) return agent;
    const { name, interruptOn: own, middleware: given }: SubAgentParams = agent;
    const inner: readonly unknown[] = Array.isArray(given) ? given : [];
    refuseApproval(inner);
    // A fork works with the middleware of its parent: the same name puts this one in the other's place.
    const hooks = hooksMiddleware(engine, { ...approving(own), agentType: String(name) });
    return { ...agent, interruptOn: undefined, middleware: [...inner, hooks] };
  };
  const named = subagents.some((agent) => "name" in agent && agent.name === generalPurpose.name);
  const added = named ? [] : [{ ...generalPurpose, ...sharedWith(params) }];
  return Object.assign({}, params, {
    interruptOn: undefined,
    middleware: [...middleware, hooksMiddleware(engine, approving(undefined))],
    subagents: [...added, ...subagents].map(around),
  });
}

/** What the sub-agent that deepagents adds has from its parent. */
function sharedWith({ model, tools, skills }: DeepAgentParams): object {
  return {
    ...(model !== undefined && { model }),
    ...(tools !== undefined && { tools }),
    ...(skills !== undefined && { skills }),
  };
}

function isInterruptOn(value: unknown): value is InterruptOn {
  return typeof value === "object" && value !== null;
}

/** Approval that comes before the hooks would ask about an input that they may still change. */
function refuseApproval(middleware: readonly unknown[]): void {
  const asks = (one: unknown) =>
    typeof one === "object" && one !== null && Reflect.get(one, "name") === "HumanInTheLoopMiddleware";
  if (middleware.some(asks))
    throw new TypeError(
      "give interruptOn to withHooks instead of a human-in-the-loop middleware: hooks come before the person",
    );
}
