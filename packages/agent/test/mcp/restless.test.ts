import { expect, test, vi } from "vitest";
import { readServers } from "../../src/mcp/config.ts";
import { call, entry, room } from "./room.ts";

test("a call ends when its time is up, however much progress the server reports", async () => {
  const servers = await (await room()).connect([entry("restless", { timeout: 300 })]);
  await expect(call(servers, "mcp__restless__progress")).rejects.toThrow(
    'MCP server "restless" did not answer the call of progress within 0.3 s.',
  );
}, 10_000);

test("a flood of changes is one listing now and one later, and the last one counts", async () => {
  const servers = await (await room()).connect([entry("restless")]);
  const { text } = await call(servers, "mcp__restless__flood");
  expect(JSON.parse(text)).toEqual({ listings: 2, most: 1 });
  const names = () => servers.tools().map(({ name }) => name);
  await vi.waitFor(() => expect(names()).toContain("mcp__restless__after_3"), 10_000);
}, 20_000);

test("what is said of a server that cannot start holds no value of a variable", async () => {
  const env = { HOST: "127.0.0.1:9", TOKEN: "hunter2/x", DIR: "/secret-place" };
  const mcpServers = {
    web: { url: "http://${HOST}/mcp/${TOKEN}?k=${TOKEN}" },
    program: { command: "./no-${TOKEN}" },
    folder: { command: "node", cwd: "${DIR}" },
    talks: {
      command: process.execPath,
      args: ["-e", "console.error(process.argv[1]);process.exit(3)", "${TOKEN}"],
    },
  };
  const { servers } = readServers(JSON.stringify({ mcpServers }), { file: "f", source: "project", env });
  const { connect, notices } = await room();
  await connect(servers);
  expect(notices.toSorted()).toEqual([
    'warn: MCP server "folder" could not start: its folder ${DIR} does not exist',
    'warn: MCP server "program" could not start: the program ./no-${TOKEN} was not found; install it or give its path',
    'warn: MCP server "talks" could not start: it ended with exit code 3; it said: ${TOKEN}',
    expect.stringContaining(
      'MCP server "web" could not start: http://${HOST}/mcp/${TOKEN} cannot be reached',
    ),
  ]);
});
