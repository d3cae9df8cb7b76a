import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";
import { copyInto, section } from "./pages.ts";

/** A project with one recipe copied into it, and stand-ins for the programs that it calls. */
async function withRecipe(heading: string, programs: Record<string, string> = {}, variables: object = {}) {
  const place = scratch();
  copyInto(place, section("docs/recipes.md", heading));
  for (const [name, body] of Object.entries(programs))
    chmodSync(place.write(`bin/${name}`, `#!/bin/sh\n${body}\n`), 0o755);
  const env = { ...place.env, PATH: `${place.project}/bin:${place.env.PATH}`, ...variables };
  const engine = await place.engine({ env, sessionId: "s-1" });
  const read = (path: string) => readFileSync(join(place.project, path), "utf8");
  return { ...place, engine, read };
}

/** The payload of a tool that has run. */
const ran = (tool_name: string, tool_input: object) => ({
  tool_name,
  tool_input: { ...tool_input },
  tool_response: {},
});

const stop = { stop_hook_active: false };

describe("docs/recipes.md", () => {
  // shows: W-019 W-020 W-022 W-106 W-134 F-130
  it.each(["a.ts", "a.js", "a.json"])("formats %s after write_file and edit_file", async (name) => {
    const { engine, write, read } = await withRecipe("Format after each edit", {
      npx: 'echo formatted by "$1" >"$3"',
    });
    for (const tool of ["write_file", "edit_file"]) {
      const file_path = write(name, "before");
      const { runs } = await engine.fire("PostToolUse", ran(tool, { file_path }));
      expect(runs).toMatchObject([{ hook: "format", status: "ok" }]);
      expect(read(name)).toBe("formatted by prettier\n");
    }
  });

  // shows: W-021 W-106
  it("goes on when the formatter fails, and leaves other files alone", async () => {
    const { engine } = await withRecipe("Format after each edit", { npx: "echo bad syntax >&2; exit 2" });
    const failed = await engine.fire("PostToolUse", ran("Write", { file_path: "a.ts" }));
    expect(failed).toMatchObject({ verdict: "pass", halt: null, runs: [{ fault: "crash" }] });
    expect(failed.messages[0]?.text).toContain("bad syntax");
    const other = await engine.fire("PostToolUse", ran("Write", { file_path: "a.png" }));
    expect(other.runs).toMatchObject([{ status: "ok" }]);
  });

  // shows: W-023 W-024 W-025 W-106 W-139
  it("lints each language by its own linter, and what it finds is logged, not a stop", async () => {
    const found = "echo unused variable >&2; exit 2";
    const { engine } = await withRecipe("Lint each edit", { npx: found, pylint: found });
    for (const [file_path, linter] of [
      ["a.ts", "eslint"],
      ["a.js", "eslint"],
      ["a.py", "pylint"],
    ]) {
      const decision = await engine.fire("PostToolUse", ran("Edit", { file_path }));
      expect(decision).toMatchObject({ verdict: "pass", halt: null, runs: [{ hook: linter }] });
      expect(decision.messages).toMatchObject([
        { level: "warn", text: expect.stringContaining("unused variable") },
      ]);
    }
    expect((await engine.fire("PostToolUse", ran("Edit", { file_path: "a.md" }))).runs).toEqual([]);
  });

  // shows: W-026 W-027 W-028 W-029 W-106 W-135
  it("blocks dangerous commands by a list that the project keeps", async () => {
    const { engine, write } = await withRecipe("Block dangerous commands");
    const fire = (command: string) =>
      engine.fire("PreToolUse", { tool_name: "command_execute", tool_input: { command } });
    for (const command of [
      "rm -rf /",
      "rm -r -f /",
      "dd if=/dev/zero of=/dev/sda",
      ":(){ :|:& };:",
      "sudo ls",
    ])
      expect(await fire(command), command).toMatchObject({
        verdict: "deny",
        reason: expect.stringMatching(/^blocked: the command fits .* of \.hookline\/blocked\.txt$/),
      });
    for (const command of ["ls -la /", "rm -rf build", "git add if=x"])
      expect((await fire(command)).verdict, command).toBe("pass");
    write(".hookline/blocked.txt", "\\bshutdown\\b\n");
    expect((await fire("shutdown now")).verdict).toBe("deny");
    expect((await fire("dd if=/dev/zero of=/dev/null count=1")).verdict).toBe("pass");
    write(".hookline/blocked.txt", "(");
    expect((await fire("ls")).verdict, "a broken list fails closed").toBe("deny");
  });

  // shows: W-030 W-031 W-033 W-106 F-065
  it("keeps an audit log of every tool call, in a file and at an endpoint", async () => {
    const bodies: string[] = [];
    const server = await serveHttp(async (request, response) => {
      bodies.push(await bodyOf(request));
      response.end("{}");
    });
    onTestFinished(() => server.close());
    const { engine, read, write } = await withRecipe("Keep an audit log");
    write(".hookline/hooks.json", read(".hookline/hooks.json").replace("4318", String(server.port)));
    await engine.reload();
    const before = Date.now();
    for (const command of ["ls", "pwd"]) await engine.fire("PostToolUse", ran("Bash", { command }));
    const records = read(".hookline/audit.jsonl")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records).toMatchObject([
      { session_id: "s-1", tool_name: "Bash", tool_input: { command: "ls" } },
      { session_id: "s-1", tool_name: "Bash", tool_input: { command: "pwd" } },
    ]);
    expect(Date.parse(records[0].at)).toBeGreaterThanOrEqual(before);
    expect(bodies.map((text) => JSON.parse(text).tool_input.command)).toEqual(["ls", "pwd"]);
  });

  // shows: W-034 W-035 W-036 W-037 W-106 W-136
  it.each([
    ["package.json", "npx", "jest"],
    ["go.mod", "go", "test"],
    ["setup.py", "pytest", ""],
  ])("runs the tests on Stop: in a project with %s by %s %s", async (file, program, word) => {
    const { engine, write, read } = await withRecipe("Run the tests when the agent is done", {
      [program]: 'echo "$*"; test ! -e broken',
    });
    write(file, "{}");
    const tell = async () => (await engine.fire("Stop", stop)).messages.map(({ text }) => text);
    expect(await tell()).toEqual(["tests: passed"]);
    expect(read(".hookline/tests.log")).toContain(word);
    write("broken", "");
    const failing = await engine.fire("Stop", stop);
    expect(failing).toMatchObject({ verdict: "pass", halt: null });
    expect(failing.messages[0]?.text).toMatch(/^tests: FAILED/);
  });

  // shows: W-038 W-039 W-040 W-041 W-106
  it.each([
    ["github", "/dispatches", (body: string) => JSON.parse(body).client_payload.changed],
    ["gitlab", "/trigger/pipeline", (body: string) => [JSON.parse(body).variables.CHANGED]],
    ["jenkins", "/buildWithParameters", (body: string) => JSON.parse(body).changed],
  ])("starts a pipeline of %s with what changed, and goes on when it cannot", async (kind, path, changed) => {
    const asked: { url: string | undefined; body: string; authorization: string | undefined }[] = [];
    let status = 201;
    const server = await serveHttp(async (request, response) => {
      asked.push({
        url: request.url,
        body: await bodyOf(request),
        authorization: request.headers.authorization,
      });
      response.writeHead(status).end();
    });
    const variables = { CI_URL: `http://127.0.0.1:${server.port}`, CI_TOKEN: "t-1" };
    const { engine, write, read, project, env } = await withRecipe("Start the pipeline", {}, variables);
    write(".hookline/hooks.json", read(".hookline/hooks.json").replace("github", kind));
    await engine.reload();
    write("a.txt", "one");
    const git = "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first";
    expect(spawnSync("sh", ["-c", git], { cwd: project, env }).status).toBe(0);
    write("a.txt", "two");
    const said = async () => (await engine.fire("Stop", stop)).messages.map(({ text }) => text);
    expect(await said()).toEqual(["pipeline: started for 1 files"]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.url).toBe(path);
    expect(`${asked[0]?.authorization} ${asked[0]?.body}`).toContain("t-1");
    expect(changed(asked[0]?.body ?? "")).toEqual(["a.txt"]);
    status = 500;
    expect(await said()).toEqual(["pipeline: not started, status 500"]);
    await server.close();
    expect(await said()).toEqual(["pipeline: not started, ECONNREFUSED"]);
  });

  // shows: F-066 W-106
  it("greets the model and tells the desktop without being waited for", async () => {
    const { engine, project } = await withRecipe("Be told", { "notify-send": 'echo "$*" >told' });
    const start = await engine.fire("SessionStart", { source: "startup" });
    expect(start.context).toEqual(["Tests run with npm test."]);
    const notice = await engine.fire("Notification", {
      message: "permission needed",
      notification_type: "x",
    });
    expect(notice.runs).toMatchObject([{ hook: "desktop", status: "background" }]);
    await engine.drain();
    expect(existsSync(join(project, "told"))).toBe(true);
  });

  // shows: F-067 W-106
  it("commits what was written, and only if something changed", async () => {
    const who = {
      GIT_AUTHOR_NAME: "a",
      GIT_AUTHOR_EMAIL: "a@b",
      GIT_COMMITTER_NAME: "a",
      GIT_COMMITTER_EMAIL: "a@b",
    };
    const { engine, write, project, env } = await withRecipe("Commit what was written", {}, who);
    const git = (...args: string[]) => spawnSync("git", args, { cwd: project, env, encoding: "utf8" }).stdout;
    git("init", "-q", ".");
    write("a; touch pwned.txt", "one");
    for (const count of [1, 2]) {
      const decision = await engine.fire("PostToolUse", ran("Write", { file_path: "a; touch pwned.txt" }));
      expect(decision.runs, `time ${count}`).toMatchObject([{ status: "ok" }]);
    }
    expect(git("log", "--format=%s")).toBe("agent: a; touch pwned.txt\n");
    expect(existsSync(join(project, "pwned.txt"))).toBe(false);
  });
});
