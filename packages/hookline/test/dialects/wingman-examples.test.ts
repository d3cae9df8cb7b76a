import { execFileSync, spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine } from "../../src/index.ts";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";
import { hostile } from "./hostile.ts";
import { done, ran, wingmanProject } from "./wingman-project.ts";

describe("the schema of FR-5 with the words of the document", () => {
  // shows: W-011 W-042 W-045 W-066 W-067 W-068 W-074 W-167
  it("is a file whose hooks run: a tool called string, a program called string", async () => {
    const { agent, got } = await wingmanProject("fr-5-schema", { string: "" });
    expect(agent.diagnostics).toEqual([]);
    expect(agent.hooks.map(({ event, matcher, timeoutMs }) => [event, matcher.pattern, timeoutMs])).toEqual([
      ["PreToolUse", "string", 11_000],
      ["PostToolUse", "string", 12_000],
      ["Stop", null, 13_000],
      ["PreToolUse", "string", 14_000],
    ]);
    const input = { tool_name: "string", tool_input: {} };
    await agent.fire("PreToolUse", { ...input, agent_type: "agent-name" });
    expect(got("string")?.argv).toEqual(["of", "the", "agent"]);
    await agent.fire("PreToolUse", input);
    expect(got("string")?.argv).toEqual([]);
    expect(JSON.parse(got("string")?.stdin ?? "").hook_event_name).toBe("PreToolUse");
    await agent.fire("PostToolUse", ran("string", {}));
    await agent.drain();
    expect(JSON.parse(got("string")?.stdin ?? "").hook_event_name).toBe("PostToolUse");
    await agent.fire("Stop", done);
    await agent.drain();
    expect(JSON.parse(got("string")?.stdin ?? "").hook_event_name).toBe("Stop");
  });
});

describe("the patterns of FR-2", () => {
  // shows: W-010 W-052 W-053 W-054 W-055 W-056 W-058 W-130 W-137
  it.each([
    ["write_file", ["exact", "list", "star", "empty", "expression", "absent"]],
    ["edit_file", ["list", "star", "empty", "expression", "absent"]],
    ["read_file", ["star", "empty", "expression", "absent"]],
    ["Write_File", ["star", "empty", "absent"]],
    ["command_execute", ["star", "empty", "absent"]],
  ])("run for %s: %j, in the order of the file", async (tool_name, expected) => {
    const { agent, noted } = await wingmanProject("fr-2-matchers");
    await agent.fire("PreToolUse", { tool_name, tool_input: {} });
    expect(noted()).toEqual(expected);
  });
});

describe("US-1.1: files are formatted after edits", () => {
  // shows: W-019 W-020 W-022 W-050 W-134
  it.each(["a.ts", "a.js", "a.json"])("%s, by write_file and by edit_file", async (name) => {
    const prettier = 'echo formatted >"$3"';
    const { agent, write, read, got } = await wingmanProject("us-1.1-format", { prettier });
    for (const tool of ["write_file", "edit_file"]) {
      const file_path = write(name, "before");
      const input = { file_path, content: "before" };
      const { ran: did } = await agent.wrapTool({ name: tool, input }, () => "written");
      await agent.drain();
      expect(did).toBe(true);
      expect(read(name)).toBe("formatted\n");
      expect(got("prettier")?.argv).toEqual(["--write", "--", file_path]);
    }
  });

  // shows: W-021 W-126
  it("goes on when the formatter fails or is missing, and leaves other files alone", async () => {
    const broken = await wingmanProject("us-1.1-format", { prettier: "echo bad syntax >&2; exit 2" });
    const result = await broken.agent.wrapTool(
      { name: "write_file", input: { file_path: "a.ts" } },
      () => "the tool's own result",
    );
    expect(result).toMatchObject({ ran: true, output: "the tool's own result", after: { verdict: "pass" } });
    expect(await broken.told()).toEqual([expect.stringMatching(/^warn .*exit code 1: bad syntax$/)]);
    await broken.agent.fire("PostToolUse", ran("write_file", { file_path: "a.png" }));
    expect(await broken.told()).toEqual([]);
    const missing = await wingmanProject("us-1.1-format", {}, { PATH: "/usr/bin:/bin" });
    await missing.agent.fire("PostToolUse", ran("write_file", { file_path: "a.ts" }));
    expect(await missing.told()).toEqual([expect.stringMatching(/^warn in the background: (crash|spawn): /)]);
  });

  // shows: W-020 W-148
  it.each(hostile)("a file called %j reaches the formatter as it is, and nothing else runs", async (odd) => {
    const { agent, got, exists } = await wingmanProject("us-1.1-format", { prettier: "" });
    const file_path = `${odd}.ts`;
    await agent.fire("PostToolUse", ran("write_file", { file_path, content: "x".repeat(1_000_000) }));
    await agent.drain();
    expect(got("prettier")?.argv.at(-1)).toBe(file_path);
    expect(exists("pwned")).toBe(false);
  });

  it("a name with NUL, which no program can be given, is said and harms nothing", async () => {
    const { agent, told } = await wingmanProject("us-1.1-format", { prettier: "" });
    await agent.fire("PostToolUse", ran("write_file", { file_path: "a\0b.ts" }));
    expect(await told()).toEqual([expect.stringMatching(/^warn in the background: crash: exit code 1/)]);
  });
});

describe("US-1.2: code is linted after edits", () => {
  // shows: W-023 W-024 W-025
  it.each([
    ["a.ts", ["eslint", "tslint"]],
    ["a.js", ["eslint"]],
    ["a.py", ["pylint"]],
    ["a.md", []],
  ])("%s by %j; what they find is logged and stops nothing", async (file_path, expected) => {
    const found = "echo unused variable >&2; exit 1";
    const { agent, got, told } = await wingmanProject("us-1.2-lint", {
      eslint: found,
      tslint: found,
      pylint: found,
    });
    const { verdict, runs } = await agent.fire("PostToolUse", ran("edit_file", { file_path }));
    expect([verdict, runs.map(({ status }) => status)]).toEqual(["pass", Array(3).fill("background")]);
    expect(await told()).toEqual(expected.map(() => expect.stringMatching(/^warn .*unused variable$/)));
    for (const linter of ["eslint", "tslint", "pylint"])
      expect(got(linter)?.argv ?? null).toEqual(expected.includes(linter) ? [file_path] : null);
  });
});

describe("US-2.1: dangerous commands are blocked", () => {
  // shows: W-026 W-027 W-028 W-029 W-049 W-135
  it("before command_execute, with a clear message, by a list that people keep", async () => {
    const { agent, write } = await wingmanProject("us-2.1-block");
    const call = async (command: string) => {
      let executed = false;
      const result = await agent.wrapTool({ name: "command_execute", input: { command } }, () => {
        executed = true;
      });
      expect(executed).toBe(result.ran);
      return result;
    };
    for (const command of ["rm -rf /", "rm -r -f / ", "dd if=/dev/zero of=/dev/sda", ":(){ :|:& };:"]) {
      const { ran: did, decision } = await call(command);
      expect([command, did, decision.verdict]).toEqual([command, false, "deny"]);
      expect(decision.reason).toMatch(/^Blocked: the command fits ".*" in \.wingman\/blocked-commands\.txt$/);
    }
    expect((await call("rm -rf ./build")).ran).toBe(true);
    expect((await agent.fire("PreToolUse", { tool_name: "write_file", tool_input: {} })).runs).toEqual([]);
    write(".wingman/blocked-commands.txt", "\\bshutdown\\b\n");
    expect((await call("shutdown now")).ran).toBe(false);
    expect((await call("dd if=a of=b")).ran).toBe(true);
  });
});

describe("US-2.2: the use of tools is audited", () => {
  // shows: W-030 W-031 W-033 W-139
  it("with time, session, tool and arguments, also of a tool that fails; in a file and in the system's log", async () => {
    const { agent, read, got, project } = await wingmanProject("us-2.2-audit", { logger: "" });
    const before = Date.now();
    await agent.wrapTool({ name: "ls", input: { path: "'$(touch pwned)'" }, id: "t-1" }, () => "a");
    await agent.drain();
    await agent.wrapTool({ name: "command_execute", input: { command: "false" }, id: "t-2" }, () => {
      throw new Error("no");
    });
    await agent.drain();
    const records = read(".wingman/audit.jsonl").trimEnd().split("\n");
    const common = { session_id: "s-1", tool_name: "ls", tool_use_id: "t-1" };
    expect(records.map((line) => JSON.parse(line))).toMatchObject([
      { event: "PreToolUse", ...common, tool_input: { path: "'$(touch pwned)'" } },
      { event: "PostToolUse", ...common },
      { event: "PreToolUse", tool_use_id: "t-2", tool_input: { command: "false" } },
    ]);
    for (const line of records) expect(Date.parse(JSON.parse(line).at)).toBeGreaterThanOrEqual(before);
    expect(statSync(join(project, ".wingman/audit.jsonl")).mode & 0o777).toBe(0o600);
    expect(got("logger")?.argv).toEqual(["-t", "wingman"]);
    expect(JSON.parse(got("logger")?.stdin ?? "")).toMatchObject({ ...common, tool_output: "a" });
  });
});

describe("US-3.1: the tests run when the agent is done", () => {
  // shows: W-034 W-035 W-036 W-037 W-051 W-136
  it.each([
    ["package.json", "jest", []],
    ["go.mod", "go", ["test", "./..."]],
    ["setup.py", "pytest", []],
  ])("in a project with %s by %s; a failure is told and fails nothing", async (file, program, argv) => {
    const { agent, write, got, told } = await wingmanProject("us-3.1-tests", {
      [program]: "test ! -e broken",
    });
    write(file, "{}");
    const passed = new Promise((settle) => {
      agent.listen((notice) => notice.type === "response" && settle(notice.report.stdout));
    });
    expect((await agent.fire("Stop", done)).runs).toMatchObject([{ status: "background" }]);
    expect(await told()).toEqual([]);
    expect(await passed).toBe(`tests: passed (${program})\n`);
    expect(got(program)?.argv).toEqual(argv);
    write("broken", "");
    expect(await agent.fire("Stop", done)).toMatchObject({ verdict: "pass", halt: null });
    expect(await told()).toEqual([
      `warn in the background: crash: exit code 1: tests: FAILED (${program}), see .wingman/tests.log`,
    ]);
  });
});

describe("US-3.2: a pipeline is started when the agent is done", () => {
  // shows: W-038 W-039 W-040 W-041
  it.each([
    ["github", "/dispatches", (body: string) => JSON.parse(body).client_payload],
    ["gitlab", "/trigger/pipeline", (body: string) => JSON.parse(JSON.parse(body).variables.WHAT)],
    ["jenkins", "/job/agent/buildWithParameters", (body: string) => JSON.parse(body)],
  ])("of %s with what changed, and a failure is handled", async (kind, path, what) => {
    const asked: { url: string | undefined; body: string; token: string | undefined }[] = [];
    let status = 201;
    const server = await serveHttp(async (request, response) => {
      asked.push({
        url: request.url,
        body: await bodyOf(request),
        token: request.headers.authorization,
      });
      response.writeHead(status).end();
    });
    onTestFinished(() => server.close());
    const variables = { CI_KIND: kind, CI_URL: `http://127.0.0.1:${server.port}`, CI_TOKEN: "t-1" };
    const { agent, write, told, project, env } = await wingmanProject("us-3.2-pipeline", {}, variables);
    write("a $(touch pwned).txt", "one");
    const git = "git init -q . && git add . && git -c user.name=a -c user.email=a@b commit -qm first";
    expect(spawnSync("sh", ["-c", git], { cwd: project, env }).status).toBe(0);
    write("a $(touch pwned).txt", "two");
    await agent.fire("Stop", done);
    expect(await told()).toEqual([]);
    expect(asked).toHaveLength(1);
    expect([asked[0]?.url, what(asked[0]?.body ?? "")]).toEqual([
      path,
      { session: "s-1", changed: ["a $(touch pwned).txt"] },
    ]);
    expect(`${asked[0]?.token} ${asked[0]?.body}`).toContain("t-1");
    status = 500;
    expect((await agent.fire("Stop", done)).verdict).toBe("pass");
    expect(await told()).toEqual([expect.stringMatching(/^warn .*pipeline: not started: status 500$/)]);
    await server.close();
    await agent.fire("Stop", done);
    expect(await told()).toEqual([expect.stringMatching(/^warn .*pipeline: not started: ECONNREFUSED$/)]);
  });
});

describe("US-4.1 and US-4.2: the team's hooks and those of an agent", () => {
  // shows: W-012 W-043 W-046 W-047 W-048 W-069 W-071 W-142
  it.each([
    ["nobody", ["team-before", "team-after", "team-stop"]],
    ["coder", ["team-before", "coder-before", "team-after", "team-stop", "coder-stop"]],
    ["reviewer", ["reviewer-before", "team-after", "team-stop"]],
    ["scribe", []],
  ])("in %s: %j", async (agent_type, expected) => {
    const { agent, noted } = await wingmanProject("us-4-agents");
    expect(agent.diagnostics).toEqual([]);
    const payload = { agent_type };
    await agent.wrapTool({ name: "command_execute", input: {} }, () => "done", { payload });
    await agent.drain();
    await agent.fire("Stop", { ...done, ...payload });
    await agent.drain();
    expect(noted()).toEqual(expected);
  });

  // shows: W-044
  it("is committed, cloned and read alike, and its hooks run there", async () => {
    const first = await wingmanProject("us-4-agents");
    const second = await wingmanProject("");
    const clone = join(second.project, "clone");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: first.project,
        env: first.env,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "hooks for all of us");
    git("clone", "-q", first.project, clone);
    const theirs = await second.engine({ dialects: ["wingman"], cwd: clone });
    const told = ({ hooks }: Engine) => hooks.map(({ id, source }) => [id, source.text]);
    expect(told(theirs)).toEqual(told(first.agent));
    expect(theirs.hooks).toHaveLength(7);
    await theirs.fire("PreToolUse", { tool_name: "command_execute", tool_input: {} });
    expect([first.noted(), second.noted()]).toEqual([[], ["team-before"]]);
  });
});

describe("the later key", () => {
  it("toolHooks holds the same, and what the gateway keeps under hooks is left to it", async () => {
    const { agent, noted } = await wingmanProject("tool-hooks");
    expect(agent.diagnostics).toEqual([]);
    for (const tool_name of ["command_execute", "git_status", "write_file"])
      await agent.fire("PreToolUse", { tool_name, tool_input: {} });
    expect(noted()).toEqual(["tool-hook", "tool-hook"]);
  });
});
