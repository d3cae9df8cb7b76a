// Writes 30 MB to standard error and noise to standard output, and works all the same.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "flood", version: "1.0.0" }, { capabilities: { tools: {} } });
const flood = () =>
  new Promise((done) => process.stderr.write(`${"x".repeat(1023)}\n`.repeat(30 * 1024), () => done()));
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: "flood", inputSchema: { type: "object" } }],
}));
server.setRequestHandler(CallToolRequestSchema, async () => {
  console.log("this line is no message");
  await flood();
  return { content: [{ type: "text", text: "still here" }] };
});
await server.connect(new StdioServerTransport());
