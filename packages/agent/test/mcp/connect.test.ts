import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { isAlive, until } from "../../../hookline/test/system/command.ts";
import { call, entry, room, serverFile } from "./room.ts";

describe("servers that cannot start", () => {
  test("are said in one line each with their last words, and the others work", async () => {
    const { connect, notices } = await room();
    const servers = await connect([
      entry("dies"),
      entry("everything", {}),
      { ...entry("dies", { command: "no-such-program-here" }), name: "missing" },
      { ...entry("dies", { cwd: "nowhere" }), name: "no-folder" },
    ]);
    expect(notices.toSorted()).toEqual([
      'warn: MCP server "dies" could not start: it ended with exit code 7; it said: two | three | DATABASE_URL is not set',
      'warn: MCP server "missing" could not start: the program no-such-program-here was not found; install it or give its path',
      expect.stringMatching(
        /^warn: MCP server "no-folder" could not start: its folder .*nowhere does not exist$/,
      ),
    ]);
    expect(servers.states()).toMatchObject([
      { name: "dies", tools: 0, trouble: expect.stringContaining("exit code 7") },
      { name: "everything", source: "project", trouble: null },
      { name: "missing" },
      { name: "no-folder" },
    ]);
    expect((await call(servers, "mcp__everything__echo", { text: "a" })).text).toBe("a\ntwice");
  });

  test("because they never answer are given up when their time is over", async () => {
    const { connect, notices } = await room();
    const servers = await connect([entry("silent")], 200);
    expect(notices).toEqual([
      expect.stringMatching(/^warn: MCP server "silent" could not start: it was not ready within 0\.2 s/),
    ]);
    expect(servers.tools()).toEqual([]);
  });

  test("leave nothing behind, though they and their children do not want to end", async () => {
    const { connect, stop, notices, project } = await room();
    const connecting = connect([entry("silent")], 60_000);
    await until(() => existsSync(join(project, "pids")));
    stop();
    const servers = await connecting;
    // What it said may not have been heard yet.
    expect(notices).toEqual([
      expect.stringMatching(
        /^warn: MCP server "silent" could not start: [^;]*(; it said: reading the index)?$/,
      ),
    ]);
    const pids: number[] = JSON.parse(readFileSync(join(project, "pids"), "utf8"));
    expect(pids.map(isAlive)).toEqual([true, true]);
    await servers.close();
    expect(pids.map(isAlive)).toEqual([false, false]);
  });
});

describe("a server's process", () => {
  test("that floods standard error and writes noise works, and nothing of it is shown", async () => {
    const { connect, notices } = await room();
    const servers = await connect([entry("flood")]);
    expect((await call(servers, "mcp__flood__flood")).text).toBe("still here");
    expect(notices).toEqual([]);
  });

  test("has no key of the agent that its entry does not name", async () => {
    process.env.SECRET_OF_THE_AGENT = "hunter2";
    const { connect } = await room();
    const servers = await connect([entry("everything", { env: { NAMED: "yes" } })]);
    delete process.env.SECRET_OF_THE_AGENT;
    const { text } = await call(servers, "mcp__everything__env");
    expect(JSON.parse(text)).toMatchObject({ NAMED: "yes", PATH: process.env.PATH });
    expect(text).not.toContain("hunter2");
  });

  test("is in a group of its own, so that Ctrl-C does not end it, and is gone after close", async () => {
    const { connect, clients, notices } = await room();
    const servers = await connect([entry("everything")]);
    const { text } = await call(servers, "mcp__everything__group");
    const { pid, group } = JSON.parse(text);
    expect(group).toBe(pid);
    expect(Object.keys(clients)).toEqual(["everything"]);
    await servers.close();
    expect(isAlive(pid)).toBe(false);
    expect(Object.keys(clients)).toEqual([]);
    expect(notices).toEqual([]);
  });
});

test("nothing of a server outlives an agent that exits without closing it", async () => {
  const { project } = await room();
  await promisify(execFile)(process.execPath, [serverFile("leaves"), serverFile("silent")], { cwd: project });
  const pids: number[] = JSON.parse(readFileSync(join(project, "pids"), "utf8"));
  await until(() => !pids.some(isAlive));
});

describe("what a server gets and gives", () => {
  test("roots are the folders of the session, also after one was added", async () => {
    const { connect, facts, project } = await room();
    const servers = await connect([entry("everything")]);
    const home = pathToFileURL(project).href;
    expect((await call(servers, "mcp__everything__roots")).text).toBe(home);
    facts.directories = ["/srv/other"];
    await servers.rootsChanged();
    await vi.waitFor(() => expect(existsSync(join(project, "roots-changed"))).toBe(true), 10_000);
    expect((await call(servers, "mcp__everything__roots")).text).toBe(`${home}\nfile:///srv/other`);
  });

  test("instructions", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    expect(servers.instructions()).toEqual([{ server: "everything", text: "Ask me first." }]);
  });

  test("prompts become commands: words by place, the last takes the rest", async () => {
    const servers = await (await room()).connect([entry("everything")]);
    const [review, ...others] = servers.mcpPrompts();
    expect(others).toEqual([]);
    expect(review).toMatchObject({ name: "mcp__everything__review", description: "Reviews a file" });
    expect(await review?.expand('"my file.ts" naming and tests')).toBe(
      "Review my file.ts.\n\nLook at: naming and tests",
    );
    expect(await review?.expand("a.ts")).toBe("Review a.ts.\n\nLook at: everything");
    await expect(review?.expand("")).rejects.toThrow(
      "/mcp__everything__review needs <file> [focus]: file is missing",
    );
  });

  test("a mcp_tool hook calls a tool of a server that was connected after the engine was made", async () => {
    const { connect, engine } = await room();
    engine.register({
      event: "PreToolUse",
      hooks: [{ type: "mcp_tool", server: "everything", tool: "echo", input: { text: "hi" } }],
    });
    const payload = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t-1" };
    const before = await engine.fire("PreToolUse", payload);
    expect(before.runs).toMatchObject([{ status: "fault", fault: "spawn" }]);
    await connect([entry("everything")]);
    const after = await engine.fire("PreToolUse", payload);
    expect(after.runs).toMatchObject([{ status: "ok", stdout: "hi\ntwice" }]);
  });
});
