import { getEventListeners } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { mcpNames } from "../../src/mcp/names.ts";
import { call, entry, room } from "./room.ts";

describe("a tool of a server", () => {
  test("has the name that hooks match, the server's schema, and gives text and the whole answer", async () => {
    const { connect, project } = await room();
    const servers = await connect([entry("everything")]);
    const echo = servers.tools().find(({ name }) => name === "mcp__everything__echo");
    expect(echo).toMatchObject({
      description: "It is echo.",
      schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
      metadata: { mcp_server: { name: "everything", source: "project" } },
    });
    const { text, artifact } = await call(servers, "mcp__everything__echo", { text: "hi" });
    expect(text).toBe("hi\ntwice");
    expect(artifact).toMatchObject({
      content: [
        { type: "text", text: "hi" },
        { type: "text", text: "twice" },
      ],
    });
    expect((await call(servers, "mcp__everything__where")).text).toBe(project);
    expect((await call(servers, "mcp__everything__numbers")).text).toBe('{"sum":3}');
    expect((await call(servers, "mcp__everything__picture")).text).toBe("[image, image/png, 1 kB]");
  });

  test("is refused with what is wrong when the input does not fit", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    await expect(call(servers, "mcp__everything__echo", { text: 3 })).rejects.toThrow(/did not match.*text/s);
  });

  test("works though its pattern is one that only Python takes", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    expect((await call(servers, "mcp__everything__pattern", { slug: "a-b" })).text).toBe("a-b");
    const schema = servers.tools().find(({ name }) => name.endsWith("__pattern"))?.schema;
    expect(schema).toMatchObject({ properties: { slug: { type: "string" }, pattern: { type: "string" } } });
  });

  test("that fails throws what it said", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    await expect(call(servers, "mcp__everything__fails")).rejects.toThrow(/^disk full$/);
    await expect(call(servers, "mcp__everything__mute")).rejects.toThrow("mute failed and did not say why");
    await expect(call(servers, "mcp__everything__throws")).rejects.toThrow(
      /^MCP server "everything", tool throws: no such row$/,
    );
  });

  test("that never answers is ended by the signal, and its server is told", async () => {
    const { connect, project } = await room();
    const servers = await connect([entry("everything")]);
    const stop = new AbortController();
    const called = call(servers, "mcp__everything__hangs", {}, stop.signal);
    await vi.waitFor(() => expect(existsSync(join(project, "hanging"))).toBe(true), 10_000);
    stop.abort(new Error("stopped by the person"));
    await expect(called).rejects.toThrow("stopped by the person");
    await vi.waitFor(() => expect(existsSync(join(project, "cancelled"))).toBe(true), 10_000);
    // The server lives on.
    expect((await call(servers, "mcp__everything__echo", { text: "a" })).text).toBe("a\ntwice");
  });

  test("leaves nothing on the signal of a turn that calls it often", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    const turn = new AbortController();
    for (let count = 0; count < 20; count++)
      await call(servers, "mcp__everything__echo", { text: "a" }, turn.signal);
    expect(getEventListeners(turn.signal, "abort")).toEqual([]);
  });

  test("that never answers is ended by the server's own timeout", async () => {
    const servers = await (await room()).connect([entry("everything", { timeout: 200 })]);
    await expect(call(servers, "mcp__everything__hangs")).rejects.toThrow(
      'MCP server "everything" did not answer the call of hangs within 0.2 s.',
    );
  });

  test("whose server crashes in the call says how it ended; later calls say that it is gone", async () => {
    const { connect, notices, clients } = await room();
    const servers = await connect([entry("everything")]);
    const { tools } = servers;
    const echo = tools().find(({ name }) => name === "mcp__everything__echo");
    const ended = "it ended with exit code 3; it said: out of memory";
    await expect(call(servers, "mcp__everything__crashes")).rejects.toThrow(
      `MCP server "everything", tool crashes: ${ended}`,
    );
    expect(notices).toEqual([
      `warn: MCP server "everything" is gone: ${ended}. Its tools fail until the session starts again.`,
    ]);
    await expect(echo?.invoke({ text: "a" })).rejects.toThrow(`MCP server "everything" is gone: ${ended}.`);
    expect(tools()).toEqual([]);
    expect(servers.states()).toMatchObject([{ name: "everything", trouble: ended }]);
    expect(servers.serverOfTool("mcp__everything__echo")).toEqual({ name: "everything", source: "project" });
    expect(Object.keys(clients)).toEqual([]);
  });

  test("is there when the server offers it later, with an output schema that makes no sense", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    expect(servers.serverOfTool("mcp__everything__grown")).toBeNull();
    await call(servers, "mcp__everything__grows");
    await vi.waitFor(() => expect(servers.serverOfTool("mcp__everything__grown")).not.toBeNull(), 10_000);
  });
});

describe("names", () => {
  test("are valid and different, and lead back to the server", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    const names = servers.tools().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^mcp__everything__[A-Za-z0-9_-]+$/);
    expect(names).toContain("mcp__everything__odd_name__");
    const other = names.find((name) => /^mcp__everything__odd_name___[0-9a-f]{8}$/.test(name)) ?? "";
    expect((await call(servers, other)).text).toBe("even");
    expect(servers.serverOfTool(other)).toEqual({ name: "everything", source: "project" });
    expect(servers.serverOfTool("read_file")).toBeNull();
  });

  test("that are too long are cut and stay different", () => {
    const long = "x".repeat(80);
    const [one = "", two = ""] = mcpNames("server", [`${long}1`, `${long}2`], new Set());
    expect(one).toMatch(/^mcp__server__x+_[0-9a-f]{8}$/);
    expect([one.length, two.length]).toEqual([64, 64]);
    expect(one).not.toBe(two);
    expect(mcpNames("server", [`${long}1`], new Set())).toEqual([one]);
  });
});
