import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";

/** Connections for somebody else's HTTP client, which can all be dropped at once. */
export interface ClosableAgents {
  agentOf(protocol: string): HttpAgent;
  /** Drops what is under way; no new connection is made. */
  close(): void;
}

const closedText = "the destination was closed";

/** Makes agents that keep connections, until they are closed. */
export function createClosableAgents(): ClosableAgents {
  const agents: HttpAgent[] = [];
  let closed = false;
  return {
    agentOf(protocol) {
      const agent =
        protocol === "https:" ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
      const connect: unknown = Reflect.get(agent, "createConnection");
      Object.assign(agent, {
        createConnection(...given: unknown[]) {
          if (closed || typeof connect !== "function") throw new Error(closedText);
          return Reflect.apply(connect, agent, given);
        },
      });
      agents.push(agent);
      return agent;
    },
    close() {
      closed = true;
      for (const agent of agents) {
        // With an error of our own: a client takes a lost connection for a reason to try again.
        for (const socket of Object.values(agent.sockets).flat()) socket?.destroy(new Error(closedText));
        agent.destroy();
      }
    },
  };
}
