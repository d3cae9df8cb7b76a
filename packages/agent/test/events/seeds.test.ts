import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "hookline";
import { hooksMiddleware } from "hookline/langchain";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ScriptedModel } from "../../src/models/scripted.ts";
import { headless, makePlace, runAgent, startAgent } from "../run-agent.ts";
import { command, placeWith } from "./hook-file.ts";

const write = (file: string) => ({
  tools: [{ name: "write_file", input: { file_path: file, content: "x" } }],
});
const linesOf = (file: string) => (existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : []);

describe("Code-Forge's own file, in the running agent", () => {
  // shows: F-112 F-113 F-114 F-115 F-116 F-117
  it("hears the model, its stream, each step of a permission, and the session", async () => {
    const place = makePlace();
    const file = join(place.root, "events");
    const event = "llm:*,session:*,permission:*";
    place.write(".forge/hooks.json", { hooks: [{ event, command: `echo "$FORGE_EVENT" >> '${file}'` }] });
    const turns = [write("yes.txt"), write("no.txt"), { text: "Both asked." }];
    const [, , , script = ""] = headless(place, turns);
    const agent = startAgent(place, ["--script", script, "--trust", "go"]);
    agent.child.stdin.end("y\nn\n");
    const { status } = await agent.ended;
    expect(status).toBe(0);
    expect(existsSync(join(place.project, "yes.txt"))).toBe(true);
    expect(existsSync(join(place.project, "no.txt"))).toBe(false);
    const model = ["llm:pre_request", "llm:stream_start", "llm:stream_end", "llm:post_response"];
    const asked = ["permission:check", "permission:prompt"];
    expect(linesOf(file)).toEqual([
      "session:start",
      "session:message",
      ...[...model, "session:message", ...asked, "permission:granted", "session:message"],
      ...[...model, "session:message", ...asked, "permission:denied", "session:message"],
      ...[...model, "session:message"],
      "session:end",
    ]);
  }, 40_000);
});

describe("GenCode's own settings, in the running agent", () => {
  // shows: G-071 G-077 G-078
  it("start the agent with their hooks: a block refuses the tool, and start, failure and stop are heard", async () => {
    const place = makePlace();
    const file = join(place.root, "events");
    const note = (matcher?: string) => ({
      ...(matcher !== undefined && { matcher }),
      type: "command",
      command: `cat >> '${file}'`,
      blocking: true,
    });
    const guard = { matcher: "Write", type: "command", command: "echo 'not $FILE_PATH' >&2; exit 2" };
    place.write(".gen/settings.json", {
      hooks: {
        PreToolUse: [guard],
        PostToolUseFailure: [note("Bash")],
        SessionStart: [note()],
        Stop: [note()],
      },
    });
    const turns = [
      write(".env"),
      { tools: [{ name: "command_execute", input: { command: "exit 3" } }] },
      { text: "Done." },
    ];
    const { status, stderr } = await runAgent(place, headless(place, turns));
    expect(status).toBe(0);
    expect(existsSync(join(place.project, ".env"))).toBe(false);
    expect(stderr).toContain("not .env");
    const events = linesOf(file).map((line) => JSON.parse(line).hook_event_name);
    expect(events).toEqual(["SessionStart", "PostToolUseFailure", "Stop"]);
  }, 40_000);
});

describe("Wingman's own files, in the running agent", () => {
  // shows: W-121
  it("are read and merged when it starts: the team's hooks, and those of the agent that it runs", async () => {
    const place = makePlace();
    const file = join(place.root, "events");
    const hooks = (word: string) => ({
      PreToolUse: [
        { matcher: "write_file", hooks: [{ type: "command", command: `echo ${word} >> '${file}'` }] },
      ],
    });
    place.write(".wingman/wingman.config.json", { hooks: hooks("team") });
    place.write(".wingman/agents/reviewer/agent.json", { name: "reviewer", hooks: hooks("reviewer") });
    place.write(".wingman/agents/other/agent.json", { name: "other", hooks: hooks("other") });
    const run = headless(place, [write("a.txt"), { text: "Done." }]);
    expect(await runAgent(place, [...run, "--agent", "reviewer"])).toMatchObject({ status: 0 });
    expect(linesOf(file)).toEqual(["team", "reviewer"]);
  }, 40_000);
});

describe("Spec 07", () => {
  // shows: S-016 S-059
  it("in the agent's loop: Stop goes on with its system message, permissions and contexts count", async () => {
    const { project, env } = makePlace();
    const engine = await createEngine({ cwd: project, env, sessionId: "s-1" });
    const group = (event: string, ...hooks: (() => object | undefined)[]) =>
      engine.register({ dialect: "spec07", event, matcher: "", hooks });
    let stops = 0;
    group("Stop", () => (stops++ === 0 ? { continue: true, systemMessage: "check the tests" } : undefined));
    group("PreToolUse", () => ({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: "read only",
        additionalContext: "look at the docs",
      },
    }));
    const requests: unknown[] = [];
    engine.on("ModelRequest", ({ messages }) => void requests.push(messages));
    let ran = false;
    const act = () => {
      ran = true;
      return "saved";
    };
    const save = tool(act, {
      name: "save",
      description: "Saves.",
      schema: z.object({}),
    });
    const model = new ScriptedModel({
      turns: [{ tools: [{ name: "save", input: {} }] }, { text: "First." }, { text: "Second." }],
    });
    const agent = createAgent({ model, tools: [save], middleware: [hooksMiddleware(engine)] });
    const { messages } = await agent.invoke({ messages: [{ role: "user", content: "go" }] });
    await engine.close();
    expect(ran).toBe(false);
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(requests[1])).toContain("read only");
    expect(JSON.stringify(requests[1])).toContain("look at the docs");
    expect(requests[2]).toContainEqual({ role: "user", content: expect.stringContaining("check the tests") });
    expect(messages.at(-1)?.text).toBe("Second.");
    expect(stops).toBe(2);
  });

  // shows: S-072
  it("has its started, progress and response messages from the running loop", async () => {
    const place = placeWith({ PreToolUse: command("echo one; sleep 0.3; echo two") });
    const run = headless(place, [write("a.txt"), { text: "Done." }]);
    const { stdout } = await runAgent(place, [...run, "--output-format", "stream-json", "--verbose"]);
    const told = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .filter(({ hook_event: event }) => event === "PreToolUse");
    const subtypes = told.map(({ subtype }) => subtype);
    expect(subtypes[0]).toBe("hook_started");
    expect(subtypes).toContain("hook_progress");
    expect(subtypes.at(-1)).toBe("hook_response");
    const [{ hook_id: id } = {}] = told;
    expect(id).toMatch(/./);
    expect(told.filter(({ hook_id: other }) => other !== id)).toEqual([]);
  }, 40_000);
});
