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
  for (const line of [
    "left out: packages/agent/test/terminal/terminal.test.ts (needs tmux, which is not installed)",
    "left out: packages/hookline/test/system/sandbox.tools.test.ts (needs bwrap, which is not installed)",
  ])
    expect(without).toContain(line);
  writeFileSync(join(folder, "tmux"), "");
  writeFileSync(join(folder, "bwrap"), "#!/bin/sh\necho 'bwrap: not in here' >&2; exit 1", { mode: 0o755 });
  const named = check(folder);
  expect(named).toHaveLength(without.length);
  expect(named).toContain("would run: packages/agent/test/terminal/terminal.test.ts");
  expect(named).toContain(
    "left out: packages/hookline/test/system/sandbox.tools.test.ts (bwrap is installed and cannot be used here: bwrap: not in here)",
  );
  const files = named.map((line) => line.replace(/^(?:would run|left out): (\S+).*$/, "$1"));
  for (const file of files) expect([file, existsSync(join(root, file))]).toEqual([file, true]);
});
