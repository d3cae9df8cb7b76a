import type { ServerEntry } from "./config.ts";
import type { ConnectOptions, McpServers } from "./connect.ts";

/** Starts the servers of a session; the client is loaded only where there are any, for that takes a while. */
export async function openServers(
  servers: readonly ServerEntry[],
  options: ConnectOptions,
): Promise<McpServers> {
  if (servers.length === 0) return noServers;
  const { connectServers } = await import("./connect.ts");
  return connectServers(servers, options);
}

const noServers: McpServers = {
  states: () => [],
  instructions: () => [],
  tools: () => [],
  mcpPrompts: () => [],
  serverOfTool: () => null,
  rootsChanged: async () => {},
  close: async () => {},
};
