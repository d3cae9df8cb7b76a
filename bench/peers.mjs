// The heavy peers of bench/peers: another package with its own lock file, installed by `npm run bench -- --peers`.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = fileURLToPath(new URL("peers", import.meta.url));

/** Why a peer's rows are not measured where it is not installed. */
export const notInstalled = "not installed: npm run bench -- --peers";

/** Loads a peer, or one file of it; null if the peers are not installed. */
export async function loadPeer(path) {
  const file = `${folder}/node_modules/${path}`;
  return existsSync(file) ? import(pathToFileURL(file).href) : null;
}

/** Installs the peers by their lock file, without running anything of theirs; gives npm's exit status. */
export function installPeers() {
  const args = ["ci", "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: ["ignore", 2, 2] });
  return status ?? 1;
}
