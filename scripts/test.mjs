// Runs all checks and tests, and fails below 90 % of lines covered, the processes that tests start included.
// With arguments (`npm test -- packages/hookline/test/engine`) it runs only those tests, without the rest.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs one program, or a tool of the workspace; ends the whole run if it fails. */
function run(program, args, env = {}) {
  const { status } = spawnSync(resolve(root, "node_modules/.bin", program), args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
}

const only = process.argv.slice(2);
if (only.length > 0) {
  run("vitest", ["run", ...only]);
} else {
  const processes = join(root, "coverage/processes");
  rmSync(join(root, "coverage"), { recursive: true, force: true });
  run("biome", ["check", "."]);
  for (const name of ["hookline", "agent"]) run("tsc", ["-p", `packages/${name}/test/tsconfig.json`]);
  run("vitest", ["run", "--coverage"], { HOOKLINE_TEST_COVERAGE: processes });
  run(process.execPath, ["scripts/coverage.mjs", "coverage/vitest/coverage-final.json", processes]);
}
