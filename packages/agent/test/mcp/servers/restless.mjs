// A server that never answers a call but always reports progress, and says all the time that its tools have changed.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server(
  { name: "restless", version: "1.0.0" },
  { capabilities: { tools: { listChanged: true } } },
);
let listings = 0;
let at = 0;
let most = 0;
server.setRequestHandler(ListToolsRequestSchema, async () => {
  listings++;
  most = Math.max(most, ++at);
  await new Promise((done) => setTimeout(done, 20));
  at--;
  const tool = (name) => ({ name, inputSchema: { type: "object" } });
  return { tools: [tool("progress"), tool("flood"), tool(`after_${listings}`)] };
});
const runs = {
  progress: async (_params, { _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken ?? 0;
    for (let progress = 0; ; progress++) {
      await sendNotification({ method: "notifications/progress", params: { progressToken, progress } });
      await new Promise((done) => setTimeout(done, 20));
    }
  },
  flood: async () => {
    for (let index = 0; index < 500; index++) await server.sendToolListChanged();
    await new Promise((done) => setTimeout(done, 500));
    return { content: [{ type: "text", text: JSON.stringify({ listings, most }) }] };
  },
};
server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) => runs[params.name](params, extra));
await server.connect(new StdioServerTransport());
