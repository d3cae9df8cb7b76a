import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { HelperProgram } from "./link.ts";

/** The helper is small and stays so, and does nothing in threads. */
const flags = ["--v8-pool-size=0", "--max-old-space-size=128"];

/** Finds the helper that is written in Node, or says why there is none. */
export function poolProgram(): HelperProgram | { readonly problem: string } {
  // Elsewhere the program of this process is another one, which would start a second agent.
  if (process.versions.bun || !/^node(js)?[\d.-]*$/.test(basename(process.execPath)))
    return { problem: `the helper of Node needs Node, and this is ${process.execPath}` };
  const path = findBuilt("dist/bundle/pool.cjs");
  if (!path) return { problem: "the helper of Node was not built" };
  const { PATH, TMPDIR } = process.env;
  const env = { ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
  return { argv: [process.execPath, ...flags, path], env };
}

function findBuilt(path: string): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && folder !== dirname(folder)) folder = dirname(folder);
  const built = join(folder, path);
  return existsSync(built) ? built : null;
}
