import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const root = resolve(import.meta.dirname, "../../../..");

/** What `npm run test:tools` would do with this PATH. */
function check(path: string): readonly string[] {
  const script = join(root, "scripts/test-tools.mjs");
  const { status, stdout } = spawnSync(process.execPath, [script, "--check"], {
    encoding: "utf8",
    env: { PATH: path },
  });
  expect(status).toBe(0);
  return stdout.trimEnd().split("\n");
}

it("says by name what npm run test:tools leaves out, and runs the rest", () => {
  const folder = mkdtempSync(join(tmpdir(), "hookline-tools-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const without = check(folder);
  expect(without).toContain(
    "left out: packages/agent/test/terminal/terminal.test.ts (needs tmux, which is not installed)",
  );
  writeFileSync(join(folder, "tmux"), "");
  const named = check(folder).map((line) => line.replace("would run: ", ""));
  expect(named).toHaveLength(without.length);
  for (const file of named) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});
