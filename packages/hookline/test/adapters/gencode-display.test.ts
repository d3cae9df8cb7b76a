import { describe, expect, it, onTestFinished } from "vitest";
import { displayHooks, HooksManager, hooksTable } from "../../src/adapters/gencode/index.ts";
import { gencodeProject } from "../dialects/gencode-project.ts";
import { scratch } from "../engine/scratch.ts";

const only = { dialects: ["gencode"] };
const wrote = (tool_name: string, file_path: string) => ({
  tool_name,
  tool_input: { file_path },
  tool_response: "ok",
});

/** What a person sees while the hooks of one event run. */
async function screen(example: string, npm: string, payload: ReturnType<typeof wrote>): Promise<string> {
  const engine = await gencodeProject(example, { npm }).engine(only);
  const lines: string[] = [];
  await displayHooks(engine, "PostToolUse", payload, {}, (line) => void lines.push(line));
  return lines.join("\n");
}

describe("what is shown while hooks run", () => {
  // shows: G-038
  it("is GenCode's screen of a hook that ends well", async () => {
    const npm = "echo linting; echo 'Lint completed (2 issues fixed)'";
    expect(await screen("hooks-table", npm, wrote("Write", "src/component.tsx"))).toBe(
      [
        "Running hooks...",
        "  ▶ PostToolUse: npm run lint:fix src/component.tsx",
        "  ✓ Lint completed (2 issues fixed)",
      ].join("\n"),
    );
  });

  // shows: G-039
  it("is GenCode's screen of a hook that blocks", async () => {
    const npm = "printf 'Tests failed (2 failures)\\nPlease fix the failing tests.\\n' >&2; exit 1";
    expect(await screen("blocking", npm, wrote("Edit", "src/auth.ts"))).toBe(
      [
        "Running hooks...",
        "  ▶ PostToolUse: npm test -- --related src/auth.ts",
        "  ✗ Tests failed (2 failures)",
        "",
        "Hook blocked further execution. Please fix the failing tests.",
      ].join("\n"),
    );
  });

  it("names the hooks where there are several, and those that nobody waits for", async () => {
    const { env, project: cwd, system: systemRoot } = scratch();
    const lines: string[] = [];
    const options = { env, cwd, systemRoot, write: (line: string) => void lines.push(line) };
    const manager = new HooksManager(
      {
        Stop: [
          { type: "command", command: "echo one" },
          { type: "command", command: "exit 7" },
          { type: "command", command: "true", blocking: false },
        ],
      },
      options,
    );
    onTestFinished(() => manager.close());
    await manager.trigger("Stop", { event: "Stop", sessionId: "s", cwd });
    expect(lines[0]).toBe("Running hooks...");
    expect(lines.filter((line) => line.startsWith("  ▶")).sort()).toEqual([
      "  ▶ Stop: echo one",
      "  ▶ Stop: exit 7",
      "  ▶ Stop: true",
    ]);
    expect(lines.slice(-3)).toEqual([
      "  ✓ echo one: one",
      "  ! exit 7: exit code 7",
      "  … true: runs in the background",
    ]);
  });

  it("is nothing for an event without hooks", async () => {
    expect(await screen("hooks-table", "", wrote("Read", "a"))).toBe("");
  });

  it("cannot move the cursor", async () => {
    const npm = "printf 'a\\033[2Kb\\r'";
    expect(await screen("hooks-table", npm, wrote("Write", "x\u001b[1Ay"))).toBe(
      ["Running hooks...", "  ▶ PostToolUse: npm run lint:fix x [1Ay", "  ✓ a [2Kb"].join("\n"),
    );
  });
});

describe("/hooks", () => {
  // shows: G-040 G-058
  it("is GenCode's table of the active hooks", async () => {
    const engine = await gencodeProject("hooks-table").engine(only);
    expect(hooksTable(engine.hooks)).toBe(
      [
        "Active Hooks:",
        "┌────────────────────┬─────────────────────────────────────┐",
        "│ Event              │ Action                              │",
        "├────────────────────┼─────────────────────────────────────┤",
        "│ PostToolUse        │ npm run lint:fix (Edit|Write)       │",
        "│ Stop               │ afplay done.mp3                     │",
        '│ SessionStart       │ echo "Welcome!"                     │',
        "└────────────────────┴─────────────────────────────────────┘",
      ].join("\n"),
    );
  });

  it("grows with what is in it, cuts what is too long, and leaves out what is switched off", async () => {
    const { write, engine } = scratch();
    write(".gen/settings.json", {
      hooks: {
        PostToolUseFailure: [
          { type: "command", command: `echo ${"x".repeat(100)}` },
          { type: "command", command: "off", enabled: false },
          { type: "prompt", prompt: "Why?\nReally?", matcher: "*" },
          { type: "command", command: "./scripts/run / ~/a/b/ https://x.test/y ${FILE_PATH}" },
        ],
      },
    });
    const lines = hooksTable((await engine(only)).hooks).split("\n");
    expect(new Set(lines.slice(1).map((line) => [...line].length)).size).toBe(1);
    expect(lines.slice(4, -1)).toEqual([
      `│ PostToolUseFailure │ echo ${"x".repeat(54)}… │`,
      `│ PostToolUseFailure │ ${"ask: Why? Really?".padEnd(60)} │`,
      `│ PostToolUseFailure │ ${"run / ~/a/b/ https://x.test/y".padEnd(60)} │`,
    ]);
  });

  // shows: G-040
  it("is what a manager tells of itself", async () => {
    const { env, project: cwd, system: systemRoot } = scratch();
    const manager = new HooksManager({}, { env, cwd, systemRoot });
    onTestFinished(() => manager.close());
    expect(await manager.status()).toBe("No active hooks.");
    manager.addHook("Stop", { type: "command", command: "make test" });
    expect(await manager.status()).toContain("│ Stop               │ make test  ");
  });
});
