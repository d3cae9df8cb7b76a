// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders under test look like this
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpClient, mcpClients } from "../../src/engine/mcp-clients.ts";
import { mcpTool } from "../../src/runners/mcp-tool.ts";
import { approvedHook } from "../runners/approved-hook.ts";
import { callWith } from "../runners/call.ts";

const client = new Client({ name: "host", version: "1.0.0" });
const server = new Server({ name: "guard", version: "1.0.0" }, { capabilities: { tools: {} } });
let cancelled: Promise<void>;

beforeAll(async () => {
  let onCancel = () => {};
  cancelled = new Promise((done) => {
    onCancel = done;
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    if (params.name === "echo")
      return { content: [{ type: "text", text: JSON.stringify(params.arguments) }] };
    if (params.name === "fails") return { content: [{ type: "text", text: "disk full" }], isError: true };
    if (params.name === "throws") throw new Error("no such tool");
    signal.addEventListener("abort", onCancel);
    return await new Promise(() => {});
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
});

afterAll(() => client.close());

function run(fields: { server?: string; tool: string }, deadlineMs = 5_000) {
  const call = callWith({ mcp: mcpClients({ guard: client }) }, { deadlineMs });
  const input = { path: "${tool_input.file_path}" };
  return mcpTool.run(approvedHook({ type: "mcp_tool" }), { server: "guard", input, ...fields }, call);
}

describe("a client of the official SDK", () => {
  test("calls a tool", async () => {
    expect(await run({ tool: "echo" })).toMatchObject({
      end: { kind: "text" },
      stdout: { text: '{"path":"a.txt"}' },
    });
  });

  test("reports a tool's error", async () => {
    expect((await run({ tool: "fails" })).end).toMatchObject({ fault: "crash", detail: "disk full" });
  });

  test("reports an error of the protocol", async () => {
    const { end } = await run({ tool: "throws" });
    expect(end).toMatchObject({ fault: "crash", detail: expect.stringContaining("no such tool") });
  });

  test("tells the server when the deadline has passed", async () => {
    expect((await run({ tool: "hangs" }, 50)).end).toMatchObject({ fault: "timeout" });
    await cancelled;
  });
});

describe("clients by name", () => {
  test("are own names only", async () => {
    for (const name of ["other", "constructor"]) {
      const { end } = await run({ server: name, tool: "echo" });
      expect(end).toMatchObject({
        fault: "spawn",
        detail: `no MCP client for the server "${name}"; the host has guard`,
      });
    }
    const none = mcpClients({}).callTool("guard", "echo", {}, new AbortController().signal);
    await expect(none).rejects.toThrow("the host has none");
  });

  test("are not held to the SDK's own time limit", async () => {
    let timeout: number | undefined;
    const slow: McpClient = {
      async callTool(_params, _schema, options) {
        timeout = options?.timeout;
        return {};
      },
    };
    const answer = await mcpClients({ slow }).callTool("slow", "t", {}, new AbortController().signal);
    expect(timeout).toBe(2_147_483_647);
    expect(answer).toEqual({ content: [], isError: false });
  });
});
