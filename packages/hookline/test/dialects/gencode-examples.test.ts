import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/index.ts";
import { gencodeProject } from "./gencode-project.ts";

const only = { dialects: ["gencode"] };
const wrote = (file_path: string, tool_name = "Write") => ({
  tool_name,
  tool_input: { file_path },
  tool_response: { ok: true },
});
const stop = { stop_hook_active: false };

/** Names of files that would do harm if a shell read them, and how they arrive. */
const hostile: readonly (readonly [what: string, value: string, arrives: string])[] = [
  "$(touch pwned)",
  "`touch pwned`",
  "; touch pwned",
  "'; touch pwned; '",
  '"; touch pwned; "',
  "'$(touch pwned)'",
  "a\nb\n\ntouch pwned\n",
  "-rf * ~ $HOME ${PATH} \\ \\$(touch pwned)",
  "a[$(touch pwned)]",
  "& touch pwned | touch pwned > pwned",
  " leading and trailing ",
  "snow ☃ and \u{1F600}",
]
  .map((value) => [JSON.stringify(value), value, value] as const)
  .concat([["a NUL", "a\0b", "a\ufffdb"]]);

const large = "x".repeat(1_000_000);

/** All that the hooks of one event print, however much it is. */
async function printed(engine: Engine, event: string, payload: ReturnType<typeof wrote>) {
  let text = "";
  const end = engine.listen((notice) => {
    if (notice.type === "progress" && notice.stream === "stdout") text += notice.text;
  });
  const decision = await engine.fire(event, payload);
  await new Promise((resolve) => setImmediate(resolve));
  end();
  return { decision, text };
}

describe("the example of Claude Code's settings", () => {
  const linter = ".claude/hooks/run-linter.sh";

  // shows: G-003 G-014 G-020 G-032 G-084
  it("lints the file that Edit or Write changed", async () => {
    const project = gencodeProject("claude-reference", { [linter]: "" });
    const engine = await project.engine(only);
    expect(engine.diagnostics).toEqual([]);
    const { runs } = await engine.fire("PostToolUse", wrote("src/a file.ts", "Edit"));
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0, source: ".claude/settings.json:5:7" }]);
    expect(project.got(linter)?.argv).toEqual(["src/a file.ts"]);
    expect(JSON.parse(project.got(linter)?.stdin ?? "")).toMatchObject({ tool_name: "Edit" });
    expect((await engine.fire("PostToolUse", wrote("a.ts", "Read"))).runs).toEqual([]);
  });

  // shows: G-004 G-008
  it("plays a sound when the agent wants attention", async () => {
    const project = gencodeProject("claude-reference");
    const payload = { message: "look here", notification_type: "permission_prompt" };
    const { runs } = await (await project.engine(only)).fire("Notification", payload);
    expect(runs).toMatchObject([{ status: "ok" }]);
    expect(project.got("afplay")?.argv).toEqual([join(project.home, ".claude/sounds/notify.mp3")]);
    expect(JSON.parse(project.got("afplay")?.stdin ?? "")).toMatchObject({ message: "look here" });
  });

  // shows: G-045 G-051 G-093 G-032
  it.each(hostile)("hands %s to the linter as one argument", async (_what, value, arrives) => {
    const project = gencodeProject("claude-reference", { [linter]: "" });
    const { runs } = await (await project.engine(only)).fire("PostToolUse", wrote(value));
    expect(runs).toMatchObject([{ status: "ok" }]);
    expect(project.got(linter)?.argv).toEqual([arrives]);
    expect(project.exists("pwned")).toBe(false);
  });

  it("says that no program takes an argument of a megabyte", async () => {
    const project = gencodeProject("claude-reference", { [linter]: "" });
    const { runs, messages } = await (await project.engine(only)).fire("PostToolUse", wrote(large));
    expect(runs).toMatchObject([{ fault: "spawn", reason: expect.stringMatching(/too long/i) }]);
    expect(messages.map(({ text }) => text).join("\n")).toContain("FILE_PATH_FILE");
    expect(project.got(linter)).toBeNull();
  });
});

describe("the example of .mycode", () => {
  // shows: G-036 G-019
  it("fixes the file that was written, and nobody waits", async () => {
    const project = gencodeProject("user-experience");
    const engine = await project.engine(only);
    expect(engine.diagnostics).toEqual([]);
    const { runs } = await engine.fire("PostToolUse", wrote("src/component.tsx"));
    expect(runs).toMatchObject([{ status: "background" }]);
    await engine.drain();
    expect(project.got("npm")?.argv).toEqual(["run", "lint:fix", "src/component.tsx"]);
  });

  // shows: G-037 G-055
  it("plays a sound at the end", async () => {
    const project = gencodeProject("user-experience");
    const { runs } = await (await project.engine(only)).fire("Stop", stop);
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    expect(project.got("afplay")?.argv).toEqual([join(project.home, ".mycode/sounds/done.mp3")]);
  });

  // shows: G-045 G-051 G-093
  it.each(hostile)("hands %s to npm as one argument", async (_what, value, arrives) => {
    const project = gencodeProject("user-experience");
    const engine = await project.engine(only);
    await engine.fire("PostToolUse", wrote(value));
    await engine.drain();
    expect(project.got("npm")?.argv).toEqual(["run", "lint:fix", arrives]);
    expect(project.exists("pwned")).toBe(false);
  });

  it("says later that npm could not take a megabyte", async () => {
    const project = gencodeProject("user-experience");
    const engine = await project.engine(only);
    await engine.fire("PostToolUse", wrote(large));
    await engine.drain();
    const { messages } = await engine.fire("PostToolUse", wrote("a.ts", "Read"));
    expect(messages.map(({ text }) => text).join("\n")).toMatch(/in the background: spawn: .*too long/i);
  });
});

describe("the example of .gen", () => {
  // shows: G-069 G-081 G-055
  it("tells which file was changed, although the name stands in single quotes", async () => {
    const project = gencodeProject("implementation");
    const engine = await project.engine(only);
    expect(engine.diagnostics).toEqual([]);
    expect(engine.hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 60_000]);
    const { runs } = await engine.fire("PostToolUse", wrote("src/a.ts"));
    expect(runs).toMatchObject([{ stdout: "File modified: src/a.ts\n", exitCode: 0 }]);
  });

  // shows: G-070 G-055
  it("plays a sound at the end, with an empty matcher", async () => {
    const project = gencodeProject("implementation");
    const { runs } = await (await project.engine(only)).fire("Stop", stop);
    expect(runs).toMatchObject([{ status: "ok", exitCode: 0 }]);
    expect(project.got("afplay")?.argv).toEqual([join(project.home, ".gen/sounds/done.mp3")]);
  });

  // shows: G-045 G-051 G-093 G-069
  it.each(hostile)("prints %s as it is", async (_what, value, arrives) => {
    const project = gencodeProject("implementation");
    const { text } = await printed(await project.engine(only), "PostToolUse", wrote(value));
    expect(text).toBe(`File modified: ${arrives}\n`);
    expect(project.exists("pwned")).toBe(false);
  });

  it("prints a megabyte", async () => {
    const project = gencodeProject("implementation");
    const { decision, text } = await printed(await project.engine(only), "PostToolUse", wrote(large));
    expect(decision.runs).toMatchObject([{ status: "ok", exitCode: 0, truncated: true }]);
    expect(text === `File modified: ${large}\n`).toBe(true);
  });
});

describe("the examples of the screens", () => {
  // shows: G-041 G-075
  it("welcome whoever starts or resumes a session", async () => {
    const engine = await gencodeProject("hooks-table").engine(only);
    for (const source of ["startup", "resume"]) {
      const { runs, context } = await engine.fire("SessionStart", { source });
      expect(runs).toMatchObject([{ stdout: "Welcome!\n" }]);
      expect(context).toEqual(["Welcome!"]);
    }
  });

  // shows: G-034
  it("end the turn when tests fail, and not when they pass", async () => {
    const failing = "echo 'Tests failed (2 failures)' >&2; exit 1";
    for (const [body, verdict] of [
      [failing, "deny"],
      ["", "pass"],
    ] as const) {
      const project = gencodeProject("blocking", { npm: body });
      const engine = await project.engine(only);
      const result = await engine.wrapTool({ name: "Edit", input: { file_path: "src/auth.ts" } }, () => "ok");
      expect(result.after?.verdict).toBe(verdict);
      const halt = verdict === "deny" ? { reason: "Tests failed (2 failures)" } : null;
      expect(result.after?.halt).toEqual(halt);
      expect(project.got("npm")?.argv).toEqual(["test", "--", "--related", "src/auth.ts"]);
    }
  });
});
