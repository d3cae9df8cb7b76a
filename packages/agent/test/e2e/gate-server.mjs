// An MCP server whose one tool judges for hooks; it leaves a mark when it is started.
import { appendFileSync } from "node:fs";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const [mark] = process.argv.slice(2);
if (mark) appendFileSync(mark, "started\n");
const server = new McpServer({ name: "gate", version: "1.0.0" });
server.registerTool("judge", { inputSchema: { text: z.string() } }, ({ text }) => {
  const output = {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: `the gate is closed for ${text}`,
  };
  return { content: [{ type: "text", text: JSON.stringify({ hookSpecificOutput: output }) }] };
});
await server.connect(new StdioServerTransport());
