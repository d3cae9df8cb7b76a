import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Json, TraceRecord } from "../../src/index.ts";
import { aTool, copyExample, type ForgeProject, forgeProject, hostile } from "./forge-project.ts";

/** A value that no program can be given as an argument. */
const large = "$(touch pwned)".padEnd(1_000_000, "x");

const write = (content: string) => ({
  ...aTool("write", { file_path: "a.txt", content }),
  tool_response: {},
});

function repository(): ForgeProject {
  const place = forgeProject(["notify-send"]);
  copyExample("global.json", join(place.home, ".config/src/forge/hooks.json"));
  place.git("init", "--quiet");
  return place;
}

describe("the configuration format of the document", () => {
  async function running() {
    const place = forgeProject();
    copyExample("configuration-format.json", join(place.project, ".src/forge/hooks.json"));
    const sizes: (Json | undefined)[] = [];
    const trace = ({ step, data }: TraceRecord) => {
      if (step === "run") sizes.push(data.stdoutBytes);
    };
    return { place, engine: await place.engine({ trace }), sizes };
  }

  // shows: F-063 F-064 F-038 F-032 F-061 F-089
  it("runs, and the name in single quotes is the value", async () => {
    const { engine } = await running();
    expect(engine.diagnostics).toEqual([]);
    expect(engine.hooks).toMatchObject([{ timeoutMs: 5000, disabled: null, event: "PreToolUse" }]);
    const { runs, verdict } = await engine.fire("PreToolUse", aTool("bash", { command: "ls -l" }));
    expect(runs).toMatchObject([{ status: "ok", stdout: 'Running bash: {"command":"ls -l"}\n' }]);
    expect(verdict).toBe("pass");
    const other = await engine.fire("PreToolUse", aTool("write", { file_path: "a" }));
    expect(other.runs).toEqual([]);
  });

  // shows: F-064 F-036 F-037
  it.each(hostile)("prints every value byte for byte: %j", async (value) => {
    const { place, engine } = await running();
    const { runs } = await engine.fire("PreToolUse", aTool("bash", { command: value }));
    const stdout = `Running bash: ${JSON.stringify({ command: value })}\n`;
    expect(runs).toMatchObject([{ status: "ok", stdout }]);
    expect(place.exists("pwned")).toBe(false);
  });

  // shows: F-064 F-037
  it("prints a megabyte as well", async () => {
    const { place, engine, sizes } = await running();
    const { runs } = await engine.fire("PreToolUse", aTool("bash", { command: large }));
    const printed = `Running bash: ${JSON.stringify({ command: large })}\n`;
    const [{ status, stdout } = { status: "", stdout: "" }] = runs;
    expect([status, sizes]).toEqual(["ok", [printed.length]]);
    expect([stdout.slice(0, 4000), stdout.slice(-4000)].join()).toBe(
      [printed.slice(0, 4000), printed.slice(-4000)].join(),
    );
    expect(place.exists("pwned")).toBe(false);
  });
});

describe("the global configuration of the document", () => {
  // shows: F-060 F-103 F-020 F-130
  it("tells the desktop that a session began", async () => {
    const place = repository();
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    expect(engine.hooks.map(({ description }) => description)).toEqual([
      "Desktop notification on session start",
      "Auto-commit on file writes",
    ]);
    const { runs } = await engine.fire("SessionStart", { source: "startup" });
    expect(runs).toMatchObject([{ status: "ok", source: "~/.config/src/forge/hooks.json:3:5" }]);
    const [call, ...more] = place.calls("notify-send");
    expect(more).toEqual([]);
    expect(call?.argv).toEqual(["Code-Forge", "Session started"]);
    expect(JSON.parse(call?.stdin ?? "")).toMatchObject({ type: "session:start", session_id: "sess_abc123" });
  });

  // shows: F-067 F-104 F-014 F-072
  it("commits what a tool has written, and nothing if nothing changed", async () => {
    const place = repository();
    const engine = await place.engine();
    place.write("a.txt", "hello");
    await engine.fire("PostToolUse", write("hello"));
    expect(place.git("log", "--format=%B")).toBe('Auto-save: {"file_path":"a.txt","content":"hello"}\n\n');
    expect(place.git("show", "HEAD:a.txt")).toBe("hello");
    const { runs } = await engine.fire("PostToolUse", write("hello"));
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    expect(place.git("rev-list", "--count", "HEAD")).toBe("1\n");
    expect(engine.hooks[1]?.timeoutMs).toBe(30_000);
    const { runs: none } = await engine.fire("PostToolUse", { ...aTool("read", {}), tool_response: {} });
    expect(none).toEqual([]);
  });

  // shows: F-104 F-037
  it.each(hostile)("commits with every value byte for byte: %j", async (value) => {
    const place = repository();
    const engine = await place.engine();
    place.write("a.txt", value);
    const { runs } = await engine.fire("PostToolUse", write(value));
    expect(runs).toMatchObject([{ status: "ok" }]);
    const args = JSON.stringify({ file_path: "a.txt", content: value });
    expect(place.git("log", "--format=%B")).toBe(`Auto-save: ${args}\n\n`);
    expect(place.exists("pwned")).toBe(false);
  });

  // shows: F-104 F-118
  it("says that a megabyte is no argument of a program, and goes on", async () => {
    const place = repository();
    const engine = await place.engine();
    place.write("a.txt", "hello");
    const { runs, verdict, messages } = await engine.fire("PostToolUse", write(large));
    expect(runs).toMatchObject([{ fault: "spawn", exitCode: 126 }]);
    expect(runs[0]?.stderr).toMatch(/argument list too long/i);
    expect(verdict).toBe("pass");
    expect(messages.some(({ text }) => /argument list too long/i.test(text))).toBe(true);
    expect(place.exists("pwned")).toBe(false);
  });
});

describe("the project configuration of the document", () => {
  function project(): ForgeProject {
    const place = forgeProject();
    copyExample("project.json", join(place.project, ".src/forge/hooks.json"));
    const script = '#!/bin/sh\npwd -P > validated\necho "$FORGE_TOOL_NAME" >> validated\ncat >> validated\n';
    chmodSync(place.write("scripts/validate.sh", script), 0o755);
    return place;
  }

  // shows: F-105 F-051
  it("lets bash run whether or not there is a local environment", async () => {
    const place = project();
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    const absent = await engine.fire("PreToolUse", aTool("bash", { command: "ls" }));
    expect(absent).toMatchObject({ verdict: "pass", runs: [{ status: "ok", exitCode: 0 }], messages: [] });
    writeFileSync(join(place.project, ".env.local"), "touch loaded\n");
    const there = await engine.fire("PreToolUse", aTool("bash", { command: "ls" }));
    expect(there).toMatchObject({ verdict: "pass", runs: [{ status: "ok", exitCode: 0 }], messages: [] });
    expect(place.exists("loaded")).toBe(true);
  });

  // shows: F-106 F-030 F-044
  it("validates after every tool, from the root of the project", async () => {
    const place = project();
    const engine = await place.engine();
    expect(engine.hooks[1]?.timeoutMs).toBe(60_000);
    for (const tool of ["bash", "write", "mcp__a__b"]) {
      const payload = {
        ...aTool(tool, {}),
        tool_response: { success: true },
        cwd: join(place.project, "scripts"),
      };
      const { runs } = await engine.fire("PostToolUse", payload);
      expect(runs).toMatchObject([{ status: "ok" }]);
      const [where, name, event] = place.read("validated").split("\n");
      expect([where, name]).toEqual([place.project, tool]);
      expect(JSON.parse(event ?? "")).toMatchObject({
        type: "tool:post_execute",
        data: { tool_result: { success: true }, working_dir: join(place.project, "scripts") },
      });
    }
  });
});

describe("the blocking script of the document", () => {
  function guarded(): ForgeProject {
    const place = forgeProject();
    copyExample("block-sudo.sh", join(place.project, "hooks/block-sudo.sh"));
    const hooks = [{ event: "tool:pre_execute:bash", command: "hooks/block-sudo.sh" }];
    place.write(".forge/hooks.json", { hooks });
    return place;
  }

  // shows: F-107 F-052 F-111 F-132 F-139
  it("keeps sudo from running, with what it printed as the reason", async () => {
    const engine = await guarded().engine();
    let ran = 0;
    const call = (command: string) =>
      engine.wrapTool({ name: "bash", input: { command } }, () => {
        ran += 1;
        return "done";
      });
    const refused = await call("sudo rm -rf /tmp/x");
    expect([refused.ran, ran]).toEqual([false, 0]);
    expect(refused.decision).toMatchObject({
      verdict: "deny",
      reason: "Blocked: sudo commands not allowed",
      runs: [{ exitCode: 1 }],
    });
    const allowed = await call("ls");
    expect([allowed.ran, allowed.output, ran]).toEqual([true, "done", 1]);
  });

  it.each(hostile)("sees every value as it is: %j", async (value) => {
    const place = guarded();
    const engine = await place.engine();
    const innocent = await engine.fire("PreToolUse", aTool("bash", { command: value }));
    expect(innocent).toMatchObject({ verdict: "pass", runs: [{ status: "ok" }] });
    const guilty = await engine.fire("PreToolUse", aTool("bash", { command: `${value} sudo` }));
    expect(guilty.verdict).toBe("deny");
    expect(place.exists("pwned")).toBe(false);
  });

  // A script cannot be given a megabyte in a variable: it finds it in a file, and the person is told.
  it("is told where a value lies that is too large for its variable", async () => {
    const engine = await guarded().engine();
    const { messages } = await engine.fire("PreToolUse", aTool("bash", { command: `${large} sudo` }));
    expect(messages.map(({ text }) => text)).toContain(
      "FORGE_TOOL_ARGS is too large for the environment: the file that FORGE_TOOL_ARGS_FILE names holds it",
    );
  });
});
