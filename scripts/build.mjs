// Builds the packages when a build is missing or older than its sources; run by itself it always builds.
// The sources are compiled with tsc, file by file, with their types; the commands are bundled as well.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, execPath, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";
import { writeBuildId } from "./build-id.mjs";

/** In the order in which they need each other. */
const packages = ["hookline", "agent"];

/** What is read beside an installed package, by people and by agents that write hooks. */
const guide = ["llms.txt", "HOOKS.md", "docs"];

/** The time of the newest file under a folder, in milliseconds. */
function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

/** Runs one step of a build; ends everything if it fails. */
function step(root, program, ...args) {
  const { status } = spawnSync(program, args, { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) exit(status ?? 1);
}

/** Builds one package from scratch. */
function compile(root, name) {
  const home = join(root, "packages", name);
  rmSync(join(home, "dist"), { recursive: true, force: true });
  step(root, join(root, "node_modules/.bin/tsc"), "-p", home);
  if (name === "hookline") {
    cpSync(join(root, "schema"), join(home, "dist/schema"), { recursive: true });
    for (const page of guide) cpSync(join(root, page), join(home, "dist/guide", page), { recursive: true });
  }
  step(root, execPath, "scripts/bundle.mjs", name);
  if (name === "hookline") {
    step(root, execPath, "scripts/native.mjs");
    writeBuildId(home);
  }
  writeFileSync(join(home, "dist/.built"), "");
}

/** Builds all packages. */
export function build(root) {
  for (const name of packages) compile(root, name);
}

/** Builds what is older than its sources, the compiler's settings or a package that it needs. */
export function buildIfStale(root) {
  let needed = statSync(join(root, "tsconfig.base.json")).mtimeMs;
  for (const name of packages) {
    const home = join(root, "packages", name);
    const stamp = join(home, "dist/.built");
    needed = Math.max(needed, newest(join(home, "src")), statSync(join(home, "tsconfig.json")).mtimeMs);
    if (name === "hookline") needed = Math.max(needed, newest(join(home, "native")));
    if (!existsSync(stamp) || statSync(stamp).mtimeMs < needed) {
      stderr.write(`building ${name} …\n`);
      compile(root, name);
    }
    needed = Math.max(needed, statSync(stamp).mtimeMs);
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const [only] = argv.slice(2);
  if (only) compile(root, only);
  else build(root);
}
