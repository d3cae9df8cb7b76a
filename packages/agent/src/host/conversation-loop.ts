import { type Agent, buildAgent } from "./build-agent.ts";
import { expandCommand } from "./expand.ts";
import type { Host } from "./host.ts";
import { leftOpen } from "./thread.ts";
import { runTurn, type TurnEnd } from "./turn.ts";

/** Runs the turns of a session one after the other, with an agent that is put together anew when something in it has changed. */
export interface Loop {
  /** The agent as it must be now. */
  agent(): Agent;
  /** One prompt, typed or given: a command of a file or server is expanded first. */
  prompt(text: string, signal: AbortSignal): Promise<TurnEnd>;
  /** Goes on where the session was left, if it was left in the middle of something. */
  goOn(signal: AbortSignal): Promise<TurnEnd | null>;
  /** What hooks in the background want done, if they do. */
  wake(signal: AbortSignal): Promise<TurnEnd | null>;
}

/** A hook that wakes the agent whenever it rests must not do so for ever. */
const wakesInARow = 8;

/** Makes the loop of a session. */
export function createLoop(host: Host): Loop {
  let woken = 0;
  let built: { readonly agent: Agent; readonly tools: readonly unknown[] } | null = null;
  const agent = (): Agent => {
    const tools = host.mcp.tools();
    if (!built || host.stale || built.tools !== tools) {
      host.stale = false;
      built = { agent: buildAgent(host), tools };
    }
    return built.agent;
  };
  return {
    agent,
    async prompt(text, signal) {
      woken = 0;
      await host.configWatch.settle();
      const expanded = text.startsWith("/") ? await expandCommand(host, text, signal) : null;
      if (expanded === undefined) return "stopped";
      return runTurn(host, agent(), expanded ?? text, signal);
    },
    async goOn(signal) {
      const { unfinished } = await leftOpen(agent(), host);
      return unfinished ? runTurn(host, agent(), null, signal) : null;
    },
    async wake(signal) {
      const reasons = host.wakes.splice(0);
      if (reasons.length === 0) return null;
      if (woken++ >= wakesInARow) {
        host.show.notice(
          "warn",
          `hooks in the background woke the agent ${wakesInARow} times in a row: this time it rests`,
        );
        return null;
      }
      return runTurn(host, agent(), reasons.join("\n"), signal);
    },
  };
}
