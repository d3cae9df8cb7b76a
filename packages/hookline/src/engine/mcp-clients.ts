import { isObject, type Json } from "../contract/json.ts";
import type { McpCaller } from "../contract/runner.ts";
import { UnknownMcpServer } from "../runners/mcp-tool.ts";

/** What is used of a Client of the official MCP SDK. */
export interface McpClient {
  callTool(
    params: { name: string; arguments?: Record<string, unknown> },
    resultSchema?: undefined,
    options?: { signal?: AbortSignal; timeout?: number },
  ): Promise<unknown>;
}

/** The longest timer there is: the hook's own deadline ends a call, not the SDK's default of a minute. */
const noTimeoutMs = 2_147_483_647;

/** Makes the connected clients of a host callable by the name of their server. */
export function mcpClients(clients: { readonly [server: string]: McpClient }): McpCaller {
  return {
    async callTool(server, tool, input, signal) {
      const client = Object.hasOwn(clients, server) ? clients[server] : undefined;
      if (!client) throw new UnknownMcpServer(server, Object.keys(clients));
      const params = { name: tool, arguments: { ...input } };
      const result = await client.callTool(params, undefined, { signal, timeout: noTimeoutMs });
      if (!isObject(result)) return { content: [], isError: false };
      const { content, isError } = result;
      return { content: isList(content) ? content : [], isError: isError === true };
    },
  };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
