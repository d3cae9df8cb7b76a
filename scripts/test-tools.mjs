// Runs the tests that need a program which npm does not install, and gets the program where that is allowed (apt-get, as root).
// What cannot run is said by name, and is no failure. With --check it only says what would run, and installs nothing.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

const tools = [
  { program: "tmux", package: "tmux", tests: "packages/agent/test/terminal/terminal.test.ts" },
  { program: "tmux", package: "tmux", tests: "packages/agent/test/show/terminal.test.ts" },
  {
    program: "bwrap",
    package: "bubblewrap",
    tests: "packages/hookline/test/system/sandbox.tools.test.ts",
    // In many containers it is there and may do nothing.
    probe: [
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--unshare-pid",
      "--unshare-net",
      "true",
    ],
  },
  {
    program: "valgrind",
    package: "valgrind",
    tests: "packages/hookline/test/system/native/valgrind.tools.test.ts",
  },
  { program: "black", package: "black", tests: "packages/hookline/test/recipes/black.tools.test.ts" },
  {
    program: "pytest",
    package: "python3-pytest",
    tests: "packages/hookline/test/recipes/pytest.tools.test.ts",
  },
  { program: "go", package: "golang-go", tests: "packages/hookline/test/recipes/go.tools.test.ts" },
  {
    program: "postgres",
    package: "postgresql",
    tests: "packages/hookline/test/audit/destinations/postgres.tools.test.ts",
    // Debian keeps the server's programs apart, one folder for each version.
    beside: "/usr/lib/postgresql",
  },
];

/** The path of a program: on the PATH, or in a folder that its package has of its own; undefined if it is not there. */
function find({ program, beside }) {
  const own =
    beside && existsSync(beside) ? readdirSync(beside).map((name) => join(beside, name, "bin")) : [];
  const folders = [...(process.env.PATH ?? "").split(delimiter).filter(Boolean), ...own];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** Runs apt-get; without a network it gives up soon. */
function apt(seconds, ...args) {
  const quick = ["Acquire::http::Timeout=10", "Acquire::https::Timeout=10", "Acquire::Retries=0"];
  const options = [...quick, "APT::Update::Error-Mode=any", "DPkg::Lock::Timeout=10"].flatMap((one) => [
    "-o",
    one,
  ]);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const limits = { timeout: seconds * 1000, killSignal: "SIGKILL" };
  return spawnSync("apt-get", [...options, ...args], { stdio: "ignore", env, ...limits }).status === 0;
}

/** Installs packages of the system, where that needs nobody's password: one look at the lists for all of them. */
function install(packages) {
  if (check || packages.length === 0) return;
  if (process.getuid?.() !== 0 || !find({ program: "apt-get" })) return;
  process.stderr.write(`installing ${packages.join(", ")} (apt-get) …\n`);
  const reached = apt(25, "update");
  const get = (...names) => apt(reached ? 240 : 25, "install", "-y", "--no-install-recommends", ...names);
  if (!get(...packages) && reached && packages.length > 1) for (const name of packages) get(name);
}

/** Why the tests of a row cannot run here; null if they can. */
function obstacle(tool) {
  const path = find(tool);
  if (!path) return `needs ${tool.program}, which is not installed`;
  if (!tool.probe) return null;
  const { status, stderr, error } = spawnSync(path, tool.probe, { encoding: "utf8", timeout: 10_000 });
  if (status === 0) return null;
  const said = (stderr || error?.message || "no word of it").trim().split("\n")[0];
  return `${tool.program} is installed and cannot be used here: ${said}`;
}

install([...new Set(tools.filter((tool) => !find(tool)).map((tool) => tool.package))]);
const run = [];
for (const tool of tools) {
  const why = obstacle(tool);
  if (why === null) run.push(tool.tests);
  else process.stdout.write(`left out: ${tool.tests} (${why})\n`);
}
for (const tests of run) process.stdout.write(`${check ? "would run" : "runs"}: ${tests}\n`);
if (run.length > 0 && !check) {
  const vitest = join(root, "node_modules/.bin/vitest");
  const env = { ...process.env, HOOKLINE_TEST_TOOLS: "1" };
  const { status } = spawnSync(vitest, ["run", ...run], { cwd: root, stdio: "inherit", env });
  process.exitCode = status ?? 1;
}
