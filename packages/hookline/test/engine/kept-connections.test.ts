import { expect, onTestFinished, test } from "vitest";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";
import { aWrite, scratch } from "./scratch.ts";

test("http hooks of a hundred events use one connection, and each gets its own event", async () => {
  const ids = new Set<unknown>();
  const server = await serveHttp(async (request, response) => {
    ids.add(JSON.parse(await bodyOf(request)).tool_use_id);
    response.end("{}");
  });
  onTestFinished(() => server.close());
  const engine = await scratch({
    PreToolUse: [{ hooks: [{ type: "http", url: server.url.href }] }],
  }).engine();
  for (let count = 0; count < 100; count++) {
    const { runs } = await engine.fire("PreToolUse", aWrite);
    expect(runs).toMatchObject([{ status: "ok", type: "http" }]);
  }
  expect([server.connections, ids.size]).toEqual([1, 100]);
});
