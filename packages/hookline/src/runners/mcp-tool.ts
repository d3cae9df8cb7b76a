import { isObject, type Json } from "../contract/json.ts";
import { faultRun, silence } from "../contract/run.ts";
import { defineRunner } from "../contract/runner.ts";
import { capturedText } from "./captured-text.ts";
import { faultOfRace, race } from "./race.ts";
import { fillInput } from "./tool-input.ts";

/** What an McpCaller throws for a server that it has no client for: the hook never ran. */
export class UnknownMcpServer extends Error {
  constructor(server: string, known: readonly string[]) {
    const others = known.length > 0 ? `the host has ${known.join(", ")}` : "the host has none";
    super(`no MCP client for the server "${server}"; ${others}`);
    this.name = "UnknownMcpServer";
  }
}

/** A tool of an MCP server that the host is connected to; its text is read like the output of a command. */
export const mcpTool = defineRunner({
  type: "mcp_tool",
  summary: "a tool of an MCP server that the host is connected to",
  fields: { server: "string", tool: "string", input: "object?" },
  describes: {
    server: "The MCP server, as the host calls it.",
    tool: "The server's tool.",
    input: "The tool's input; ${tool_input.file_path} is filled in from the event.",
  },
  identity: ["server", "tool", "input"],
  async run(_hook, { server, tool, input = {} }, call) {
    const { mcp } = call.services;
    if (!mcp) return faultRun("spawn", "no MCP client: pass createEngine({ mcp })");
    const filled = fillInput(input, call.payload);
    const raced = await race(call, async (signal) => {
      try {
        const { content, isError } = await mcp.callTool(server, tool, isObject(filled) ? filled : {}, signal);
        return { text: textOf(content), isError };
      } catch (error) {
        if (error instanceof UnknownMcpServer) return { unknown: error.message };
        throw error;
      }
    });
    if (raced.kind !== "value") return faultOfRace(raced);
    const { value, durationMs } = raced;
    if ("unknown" in value) return faultRun("spawn", value.unknown, durationMs);
    const stdout = capturedText(value.text);
    if (!value.isError) return { end: { kind: "text" }, stdout, stderr: silence, durationMs, left: [] };
    const detail = value.text || `the tool ${tool} of ${server} reported an error without a text`;
    return { ...faultRun("crash", detail, durationMs), stdout };
  },
});

function textOf(content: readonly Json[]): string {
  const texts: string[] = [];
  for (const item of content) {
    if (isObject(item) && item.type === "text" && typeof item.text === "string") texts.push(item.text);
  }
  return texts.join("\n");
}
