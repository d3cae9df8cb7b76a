// Brings a fresh clone to the point where everything runs: packages installed, build up to date. Quiet when there is nothing to do.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfStale } from "./build.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs `npm ci` unless node_modules was installed from exactly this lock file. */
function installIfStale() {
  const stamp = join(root, "node_modules", ".hookline-lock");
  const lock = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  process.stderr.write("installing packages (npm ci) …\n");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) {
    process.stderr.write("npm ci failed: see above. Node 20.20 or later and the npm registry are needed.\n");
    process.exit(status ?? 1);
  }
  writeFileSync(stamp, lock);
}

installIfStale();
buildIfStale(root);
