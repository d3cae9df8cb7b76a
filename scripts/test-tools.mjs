// Runs the tests that need a program which npm does not install, and gets the program where that is allowed (apt-get, as root).
// What cannot run is said by name. With --check it only says what would run, and installs nothing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const tools = [
  { program: "tmux", package: "tmux", tests: "packages/agent/test/terminal/terminal.test.ts" },
  { program: "tmux", package: "tmux", tests: "packages/agent/test/show/terminal.test.ts" },
];

/** True if the program is on the PATH. */
function has(program) {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Installs a package of the system, where that needs nobody's password. */
function install(name) {
  if (check || process.getuid?.() !== 0 || !has("apt-get")) return;
  process.stderr.write(`installing ${name} (apt-get) …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) =>
    spawnSync("apt-get", args, { stdio: "ignore", timeout: 120_000, env }).status === 0;
  const get = () => apt("install", "-y", "--no-install-recommends", name);
  if (!get() && apt("update")) get();
}

const run = [];
for (const tool of tools) {
  if (!has(tool.program)) install(tool.package);
  if (has(tool.program)) run.push(tool.tests);
  else process.stdout.write(`left out: ${tool.tests} (needs ${tool.program}, which is not installed)\n`);
}
for (const tests of run) process.stdout.write(`${check ? "would run" : "runs"}: ${tests}\n`);
if (run.length > 0 && !check) {
  const vitest = join(root, "node_modules/.bin/vitest");
  const { status } = spawnSync(vitest, ["run", ...run], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
