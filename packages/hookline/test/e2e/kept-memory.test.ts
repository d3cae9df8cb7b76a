import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder } from "../remove-folder.ts";

/** Fires events in a process whose memory can be cleaned up by hand; prints how many bytes of each the quick way of cleaning up left. */
const script = (index: string, project: string) => `
  import { getHeapStatistics } from "node:v8";
  import { createEngine } from ${JSON.stringify(index)};
  const silence = { text: "", tail: "", bytes: 0, truncated: false, valid: true };
  const facts = { end: { kind: "exit", code: 0 }, stdout: silence, stderr: silence, durationMs: 1, left: [] };
  // Answers at once: what is kept is kept by nobody but the engine.
  const host = { takesLayers: true, run: ({ commands }) => commands.map(async () => facts), close: async () => {} };
  const env = { PATH: "/bin", HOME: ${JSON.stringify(project)} };
  const engine = await createEngine({ cwd: ${JSON.stringify(project)}, env, trust: "all", systemRoot: "/nowhere", host });
  const payload = { tool_name: "Write", tool_input: { file_path: "a", content: "x".repeat(800) } };
  const fire = async (count) => {
    for (let at = 0; at < count; at++) {
      const { runs } = await engine.fire("PreToolUse", payload);
      if (runs.length !== 1) throw new Error("the hook did not run");
      if (at % 50 === 49) global.gc({ type: "minor" });
    }
    for (let more = 0; more < 2; more++) global.gc({ type: "minor" });
  };
  await fire(500);
  global.gc();
  const before = getHeapStatistics().used_heap_size;
  await fire(2_000);
  console.log((getHeapStatistics().used_heap_size - before) / 2_000);
  await engine.close();
`;

// An event allocates about 13 KB. Of what outlives the quick way of cleaning up, all is copied twice and lives until everything is looked at.
test("what an event with a command has needed is gone when it is over", () => {
  const project = mkdtempSync(join(tmpdir(), "hookline-kept-"));
  onTestFinished(() => removeFolder(project));
  mkdirSync(join(project, ".hookline"));
  const hooks = { PreToolUse: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(project, ".hookline/hooks.json"), JSON.stringify({ hooks }));
  const index = new URL("../../dist/index.js", import.meta.url).href;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--expose-gc", "--input-type=module", "-e", script(index, project)],
    { encoding: "utf8" },
  );
  expect(stderr).toBe("");
  expect(Number(stdout)).toBeLessThan(1_500);
});
