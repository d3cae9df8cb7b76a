// Runs all checks and tests, and fails below 90 % of lines covered, the processes that tests start included.
// With arguments (`npm test -- packages/hookline/test/engine`) it runs only those tests, without the rest.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { coverageReport } from "./coverage.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const goal = 90;

/** Runs one tool of the workspace; ends the whole run if it fails. */
function run(tool, args, env = {}) {
  const { status } = spawnSync(join(root, "node_modules/.bin", tool), args, {
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
  run("tsc", ["-p", "packages/hookline/test/tsconfig.json"]);
  run("vitest", ["run", "--coverage"], { HOOKLINE_TEST_COVERAGE: processes });
  const { percent, lines } = await coverageReport(
    root,
    join(root, "coverage/vitest/coverage-final.json"),
    processes,
  );
  for (const line of lines) console.log(line);
  console.log(`lines covered in packages/hookline/src: ${percent.toFixed(1)} % (at least ${goal} %)`);
  if (percent < goal) process.exit(1);
}
