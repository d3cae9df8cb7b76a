import { spawn } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bin, headless, makePlace, type Place, runAgent } from "../run-agent.ts";
import { stack } from "./several.ts";

const turns = [
  { text: "First I look.", tools: [{ name: "ls", input: {} }] },
  {
    tools: [
      { name: "command_execute", input: { command: "echo out; exit 3" } },
      { name: "task", input: { description: "look", subagent_type: "general-purpose" } },
    ],
  },
  { tools: [{ name: "glob", input: { pattern: "*" } }] },
  { text: "looked" },
  { text: "Done, line one.\nLine two." },
];

/** Hooks of several kinds on several events, one that talks while it runs. */
function withHooks(place: Place): void {
  const command = (line: string, more = {}) => ({ hooks: [{ type: "command", command: line, ...more }] });
  place.write(".hookline/hooks.json", {
    hooks: {
      SessionStart: [command("echo hello")],
      PreToolUse: [command("echo talking; sleep 0.4; echo more", { statusMessage: "Looking" })],
      PostToolUse: [command("exit 1")],
      Stop: [command("true", { async: true })],
      SessionEnd: [command("true")],
    },
  });
}

describe("output formats", () => {
  it("text: stdout has the last text and nothing else", async () => {
    const place = makePlace();
    withHooks(place);
    const { status, stdout, stderr } = await runAgent(place, headless(place, turns));
    expect([status, stdout]).toEqual([0, "Done, line one.\nLine two.\n"]);
    expect(stderr).toContain("Looking");
    expect(stderr).not.toContain("Done, line one");
  }, 30_000);

  it("json: one object", async () => {
    const place = makePlace();
    withHooks(place);
    const args = [...headless(place, turns), "--output-format", "json"];
    const { status, stdout } = await runAgent(place, args);
    expect(status).toBe(0);
    expect(stdout.trimEnd()).not.toContain("\n");
    expect(JSON.parse(stdout)).toMatchObject({
      type: "result",
      subtype: "success",
      is_error: false,
      result: "Done, line one.\nLine two.",
      num_turns: 3,
    });
    const failed = await runAgent(place, [
      ...headless(place, [{ error: "overloaded" }]),
      "--output-format",
      "json",
    ]);
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject({ type: "result", is_error: true });
    expect(failed.stderr).toMatch(/^! .*the service is overloaded[^\n]*\n$/);
  }, 30_000);

  it("stream-json: every line is JSON; init, calls with their results, hooks from start to end, the result last", async () => {
    const place = makePlace();
    withHooks(place);
    const args = [...headless(place, turns), "--output-format", "stream-json"];
    const { status, stdout, stderr } = await runAgent(place, args);
    expect([status, stderr]).toEqual([0, ""]);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const session = new Set(lines.map(({ session_id }) => session_id));
    expect([...session]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    expect(new Set(lines.map(({ uuid }) => uuid)).size).toBe(lines.length);
    expect(lines[0]).toMatchObject({ type: "system", subtype: "init", permissionMode: "bypassPermissions" });

    const results = lines.filter(({ type }) => type === "result");
    expect(results).toHaveLength(1);
    const after = lines.slice(lines.indexOf(results[0]) + 1);
    expect(after.filter(({ hook_event }) => !["SessionEnd", "Stop"].includes(hook_event))).toEqual([]);

    const blocks = lines.flatMap(({ message }) => message?.content ?? []);
    const asked = blocks.filter(({ type }) => type === "tool_use").map(({ id }) => id);
    const answered = blocks
      .filter(({ type }) => type === "tool_result")
      .map(({ tool_use_id }) => tool_use_id);
    expect(asked).toHaveLength(4);
    expect(answered.sort()).toEqual([...asked].sort());
    expect(blocks.filter(({ is_error }) => is_error)).toHaveLength(1);
    const inside = lines.filter(({ parent_tool_use_id }) => parent_tool_use_id);
    expect(inside.map(({ subagent_type }) => subagent_type)).toEqual(Array(3).fill("general-purpose"));

    const of = (subtype: string) => lines.filter((line) => line.subtype === subtype);
    const ids = (subtype: string) =>
      of(subtype)
        .map(({ hook_id }) => hook_id)
        .sort();
    // SessionStart, 4 × PreToolUse, 3 × PostToolUse (one call failed), Stop, SessionEnd.
    expect(ids("hook_started")).toHaveLength(10);
    expect(ids("hook_response")).toEqual(ids("hook_started"));
    for (const id of ids("hook_started")) {
      const own = lines.filter(({ hook_id }) => hook_id === id).map(({ subtype }) => subtype);
      expect(own).toEqual(["hook_started", ...own.slice(1, -1).map(() => "hook_progress"), "hook_response"]);
    }
    expect(
      of("hook_progress").filter(({ hook_event }) => hook_event === "PreToolUse").length,
    ).toBeGreaterThanOrEqual(4);
    const names = new Set(of("hook_started").map(({ hook_name }) => hook_name));
    expect(names).toContain("SessionStart:startup");
    expect(names).toContain("PreToolUse:command_execute");
    expect(of("hook_response").find(({ hook_event }) => hook_event === "PostToolUse")).toMatchObject({
      outcome: "error",
      exit_code: 1,
    });
  }, 30_000);

  it("a reader that goes away ends nothing but the reading", async () => {
    const place = makePlace();
    place.write(".hookline/hooks.json", {
      hooks: {
        SessionEnd: [{ hooks: [{ type: "command", command: `echo ended > ${join(place.root, "end")}` }] }],
      },
    });
    const args = [...headless(place, turns), "--output-format", "stream-json", "--cwd", place.project];
    const line = `"$@" | head -1; echo "status \${PIPESTATUS[0]}"; cat ${join(place.root, "end")}`;
    const shell = spawn("bash", ["-c", line, "bash", process.execPath, bin, ...args], {
      cwd: place.project,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [out, err] = ["", ""];
    shell.stdout.on("data", (chunk) => (out += chunk));
    shell.stderr.on("data", (chunk) => (err += chunk));
    await new Promise((closed) => shell.on("close", closed));
    expect(out).toMatch(/^\{"type":"system","subtype":"init".*\nstatus 0\nended\n$/);
    expect(err).not.toMatch(stack);
    expect(err).not.toContain("EPIPE");
  }, 30_000);

  it("gives a slow reader all of a long answer", async () => {
    const place = makePlace();
    const text = `${"x".repeat(99)}\n`.repeat(5_000);
    const args = [...headless(place, [{ text }]), "--cwd", place.project];
    const line = `"$@" | { sleep 3; wc -c; }`;
    const shell = spawn("bash", ["-c", line, "bash", process.execPath, bin, ...args], {
      cwd: place.project,
      env: place.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    shell.stdout.on("data", (chunk) => (out += chunk));
    await new Promise((closed) => shell.on("close", closed));
    expect(Number(out)).toBe(text.length);
  }, 30_000);
});

describe("a line that begins with a slash", () => {
  it("is a command, a mistake with a hint, or a path", async () => {
    const place = makePlace();
    const script = place.write(join(place.root, "script.json"), { turns: [{ text: "I see a path." }] });
    const input = [
      "/hlp",
      "/zork now",
      "/etc/hosts what is this?",
      "/permissions yolo",
      "/permissions plan",
      "/resume zork",
      "/quit",
    ];
    const { status, stdout, stderr } = await runAgent(place, ["--script", script], {
      input: `${input.join("\n")}\n`,
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("! there is no command /hlp; did you mean /help?; /help lists them");
    expect(stdout).toContain("! there is no command /zork; /help lists them");
    expect(stdout).toContain("I see a path.");
    expect(stdout).toContain('! there is no mode "yolo": default, plan, acceptEdits, bypassPermissions');
    expect(stdout).toContain("The mode is plan now.");
    expect(stdout).toMatch(/! no session in .* begins with "zork"/);
  }, 30_000);

  it("works headless and as the first prompt of a session", async () => {
    const place = makePlace();
    const script = place.write(join(place.root, "script.json"), { turns: [{ text: "the model" }] });
    const [help, mode, unknown, first] = await Promise.all([
      runAgent(place, ["-p", "/help", "--script", script]),
      runAgent(place, ["-p", "/permissions zork", "--script", script, "--output-format", "json"]),
      runAgent(place, ["-p", "/zork", "--script", script]),
      runAgent(place, ["/model", "--script", script]),
    ]);
    expect(help).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("/compact") });
    expect(mode).toMatchObject({ status: 1, stderr: expect.stringContaining('! there is no mode "zork"') });
    expect(JSON.parse(mode.stdout)).toMatchObject({ is_error: true, num_turns: 0 });
    expect(unknown).toMatchObject({
      status: 1,
      stdout: "",
      stderr: "! there is no command /zork; /help lists them\n",
    });
    expect(first).toMatchObject({ status: 0, stdout: expect.stringContaining("\nscripted\n") });
    expect([help, unknown, first].some(({ stdout }) => stdout.includes("the model\n"))).toBe(false);
  }, 30_000);
});
