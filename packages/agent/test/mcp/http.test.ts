import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import type { ServerEntry } from "../../src/mcp/config.ts";
import { httpServer } from "./http-server.ts";
import { call, room, scriptedPerson } from "./room.ts";

function web(type: "http" | "sse", url: string, headers: Record<string, string> = {}): ServerEntry {
  const config = { type, url, headers };
  return { name: "web", source: "user", config, where: "", written: { ...config }, filled: [] };
}

/** An address where nobody listens. */
async function closedPort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const key = { Authorization: "Bearer k" };

describe("a server on the web", () => {
  test.each(["http", "sse"] as const)(
    "over %s gets its headers, is called, asks, and is left",
    async (type) => {
      const { url, seen } = await httpServer();
      const { connect, notices, fired } = await room(scriptedPerson(["y", "plum"]));
      const servers = await connect([web(type, `${url}/${type === "http" ? "mcp" : "sse"}`, key)]);
      expect(notices).toEqual([]);
      expect((await call(servers, "mcp__web__ask")).text).toBe(
        '{"action":"accept","content":{"word":"plum"}}',
      );
      expect(fired[0]).toMatchObject({ hook_event_name: "Elicitation", mcp_server_name: "web" });
      expect(servers.serverOfTool("mcp__web__ask")).toEqual({ name: "web", source: "user" });
      await servers.close();
      expect(seen.some(({ method }) => method === "DELETE")).toBe(type === "http");
      expect(seen.every(({ headers }) => headers.authorization === "Bearer k")).toBe(true);
      expect(notices).toEqual([]);
    },
  );

  test.each(["http", "sse"] as const)(
    "over %s that refuses says what to do, and no key is shown",
    async (type) => {
      const { url } = await httpServer();
      const { connect, notices } = await room();
      await connect([web(type, `${url}/mcp?key=hunter2`)]);
      expect(notices).toEqual([
        `warn: MCP server "web" could not start: ${url}/mcp refused the access (401); set its "headers" (Authorization)`,
      ]);
    },
  );

  test("at a wrong address or not there at all is said in one line", async () => {
    const { url } = await httpServer();
    const away = await closedPort();
    const { connect, notices } = await room();
    await connect([
      web("http", `${url}/elsewhere`, key),
      { ...web("http", `${away}/mcp`), name: "away" },
      { ...web("sse", `${away}/sse`), name: "gone" },
    ]);
    expect(notices.toSorted()).toEqual([
      `warn: MCP server "away" could not start: ${away}/mcp cannot be reached (ECONNREFUSED); check the URL, and that the server runs`,
      expect.stringMatching(
        /^warn: MCP server "gone" could not start: \S+\/sse cannot be reached \(.*ECONNREFUSED.*\); check the URL/,
      ),
      `warn: MCP server "web" could not start: ${url}/elsewhere does not know this address (404); check the URL`,
    ]);
  });

  test("that forgets the session, or goes away, fails the call in one line", async () => {
    const server = await httpServer();
    const { connect } = await room();
    const servers = await connect([web("http", `${server.url}/mcp`, key)]);
    server.forget();
    await expect(call(servers, "mcp__web__ask")).rejects.toThrow(
      `MCP server "web", tool ask: ${server.url}/mcp has forgotten this session (404); start the session again to use it`,
    );
    server.stop();
    await expect(call(servers, "mcp__web__ask")).rejects.toThrow(`${server.url}/mcp cannot be reached`);
  });
});
