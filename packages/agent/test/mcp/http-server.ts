import { randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { onTestFinished } from "vitest";

/** A server on loopback that wants the key `k`: streamable HTTP at `/mcp`, the older SSE at `/sse`. */
export async function httpServer(): Promise<{
  readonly url: string;
  readonly seen: { readonly method: string; readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Ends all sessions, as a server that was started anew. */
  forget(): void;
  stop(): void;
}> {
  const seen: { method: string; path: string; headers: IncomingHttpHeaders }[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let old: SSEServerTransport | undefined;
  const http = createServer(async (request, response) => {
    const path = request.url ?? "";
    seen.push({ method: request.method ?? "", path, headers: request.headers });
    if (request.headers.authorization !== "Bearer k") return void response.writeHead(401).end("no key");
    if (path.startsWith("/sse")) {
      old = new SSEServerTransport("/messages", response);
      return await askingServer().connect(old);
    }
    if (path.startsWith("/messages")) return await old?.handlePostMessage(request, response);
    if (!path.startsWith("/mcp")) return void response.writeHead(404).end("not here");
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (id !== undefined && !known) return void response.writeHead(404).end("no such session");
    const transport =
      known ??
      new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (session) => void sessions.set(session, transport),
      });
    if (!known) await askingServer().connect(transport as Transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const stop = () => {
    http.closeAllConnections();
    http.close();
  };
  onTestFinished(stop);
  const address = http.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    seen,
    stop,
    forget: () => sessions.clear(),
  };
}

/** Its one tool asks the person for a word and gives it back. */
function askingServer(): Server {
  const server = new Server({ name: "web", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: "ask", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(CallToolRequestSchema, async (_request, { sendRequest }) => {
    const requestedSchema = { type: "object" as const, properties: { word: { type: "string" as const } } };
    const params = { mode: "form" as const, message: "A word?", requestedSchema };
    const answer = await sendRequest({ method: "elicitation/create", params }, ElicitResultSchema);
    return { content: [{ type: "text", text: JSON.stringify(answer) }] };
  });
  return server;
}
