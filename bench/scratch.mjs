// A scratch project for measurements, gone when the process ends.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const root = mkdtempSync(join(tmpdir(), "hookline-bench-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

/** A new folder in the scratch place. */
export function scratchFolder(name) {
  const path = join(root, name);
  mkdirSync(path, { recursive: true });
  return path;
}

/** Writes JSON to a file, with its folders. */
export function writeJson(path, value) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value, null, 2));
}

/** The options of an engine that sees nothing of this machine's own hook files. */
export function quietOptions(cwd) {
  const home = scratchFolder("home");
  const env = { PATH: process.env.PATH, HOME: home, SHLVL: "1" };
  return { cwd, env, trust: "all", systemRoot: scratchFolder("system") };
}
