// Compiles packages/hookline with tsc when the build is missing or older than its sources; run by itself it always compiles.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";

/** The time of the newest file under a folder, in milliseconds. */
function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) latest = Math.max(latest, statSync(join(entry.parentPath, entry.name)).mtimeMs);
  }
  return latest;
}

/** Compiles one package from scratch. */
export function build(root) {
  const home = join(root, "packages/hookline");
  rmSync(join(home, "dist"), { recursive: true, force: true });
  const { status } = spawnSync(join(root, "node_modules/.bin/tsc"), ["-p", home], {
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) exit(status ?? 1);
  cpSync(join(root, "schema"), join(home, "dist/schema"), { recursive: true });
  writeFileSync(join(home, "dist/.built"), "");
}

/** Compiles only if a source or the compiler's settings are newer than the build. */
export function buildIfStale(root) {
  const home = join(root, "packages/hookline");
  const stamp = join(home, "dist/.built");
  const sources = Math.max(
    newest(join(home, "src")),
    statSync(join(home, "tsconfig.json")).mtimeMs,
    statSync(join(root, "tsconfig.base.json")).mtimeMs,
  );
  if (existsSync(stamp) && statSync(stamp).mtimeMs >= sources) return;
  stderr.write("building …\n");
  build(root);
}

if (argv[1] === fileURLToPath(import.meta.url)) build(fileURLToPath(new URL("..", import.meta.url)));
