import { type McpCaller, mcpClients } from "hookline";
import type { McpServer } from "./server.ts";

/** The clients by the name of their server. */
export type Clients = Record<string, McpServer["client"]>;

/** A place for clients that do not exist yet, and the engine's way to them (`createEngine({ mcp: book.caller })`). */
export function clientBook(): { readonly clients: Clients; readonly caller: McpCaller } {
  const clients: Clients = Object.create(null);
  return { clients, caller: mcpClients(clients) };
}
