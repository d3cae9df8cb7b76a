import {
  ErrorCode,
  McpError,
  type Tool,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/sdk/types.js";
import { DynamicStructuredTool } from "langchain";
import { textOfContent } from "./content.ts";
import type { Elicit } from "./elicit.ts";
import { usableSchema } from "./input-schema.ts";
import { mcpNames } from "./names.ts";
import { plain } from "./plain.ts";
import type { McpServer } from "./server.ts";

/** A tool of a server, under the name that the model knows it by. */
export interface McpTool {
  readonly server: McpServer;
  readonly tool: DynamicStructuredTool;
}

/** What a call needs beside the server. */
export interface CallOptions {
  readonly elicit: Elicit;
  /** How long a call may take whose server says nothing about it. */
  readonly timeoutMs: number;
}

/** The tools of these servers by their name `mcp__server__tool`. */
export function mcpTools(servers: readonly McpServer[], options: CallOptions): ReadonlyMap<string, McpTool> {
  const tools = new Map<string, McpTool>();
  const taken = new Set<string>();
  for (const server of servers) {
    const names = mcpNames(
      server.name,
      server.tools.map(({ name }) => name),
      taken,
    );
    for (const [index, listed] of server.tools.entries()) {
      const name = names[index];
      if (name !== undefined) tools.set(name, { server, tool: toolOf(server, listed, name, options) });
    }
  }
  return tools;
}

function toolOf(server: McpServer, listed: Tool, name: string, options: CallOptions): DynamicStructuredTool {
  return new DynamicStructuredTool({
    name,
    description: listed.description ?? listed.title ?? "",
    schema: usableSchema(listed.inputSchema),
    verboseParsingErrors: true,
    responseFormat: "content_and_artifact",
    metadata: {
      mcp_server: { name: server.name, source: server.source },
      ...(listed.annotations && { annotations: listed.annotations }),
    },
    func: async (input: Record<string, unknown>, _manager, config) => {
      const signal = config?.signal ?? new AbortController().signal;
      return await server.during(() => call(server, listed.name, input, signal, options));
    },
  });
}

/** The text for the model and the server's whole answer; a tool that failed throws what it said. */
async function call(
  server: McpServer,
  tool: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
  options: CallOptions,
): Promise<[string, unknown]> {
  const where = `MCP server "${server.name}"`;
  if (server.gone !== null)
    throw new Error(`${where} is gone: ${server.gone}. Start the session again to use it.`);
  const timeout = server.timeout ?? options.timeoutMs;
  const once = () =>
    server.client.callTool({ name: tool, arguments: input }, undefined, {
      // The SDK never takes its listener off: a signal that lives for many calls gets a signal per call.
      signal: AbortSignal.any([signal]),
      // The whole call: a server that only ever reports progress must not hold a run for ever.
      timeout,
    });
  try {
    const result = await once().catch(async (error) => {
      if (!(error instanceof UrlElicitationRequiredError)) throw error;
      await openPages(server.name, error, signal, options);
      return await once();
    });
    const text = textOfResult(result);
    if (result.isError === true) throw new ToolFailed(text || `the tool ${tool} failed and did not say why`);
    return [text, result];
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof ToolFailed) throw error;
    if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
      throw new Error(`${where} did not answer the call of ${tool} within ${timeout / 1000} s.`);
    throw new Error(`${where}, tool ${tool}: ${server.why(error)}`);
  }
}

/** What the tool itself says went wrong. */
class ToolFailed extends Error {}

/** The tool works only after the person was on some pages. */
async function openPages(
  server: string,
  { elicitations }: UrlElicitationRequiredError,
  signal: AbortSignal,
  { elicit }: CallOptions,
): Promise<void> {
  for (const asked of elicitations) {
    const { action } = await elicit(server, { ...asked, mode: "url" }, signal);
    if (action !== "accept")
      throw new ToolFailed(`The tool needs the person to open ${plain(asked.url)} first, and they did not.`);
  }
}

function textOfResult(result: Awaited<ReturnType<McpServer["client"]["callTool"]>>): string {
  const content = "content" in result && Array.isArray(result.content) ? result.content : [];
  const text = textOfContent(content);
  return text === "" && result.structuredContent !== undefined
    ? JSON.stringify(result.structuredContent)
    : text;
}
