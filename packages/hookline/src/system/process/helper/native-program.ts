import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Where a native program of ours lies, or why there is none. */
export type NativeProgram = { readonly path: string } | { readonly problem: string };

const require = createRequire(import.meta.url);

/** Finds a native program: in the package for this machine, if somebody installed it, else where the build leaves it. */
export function nativeProgram(name: string): NativeProgram {
  const machine = `${process.platform}-${process.arch}`;
  for (const path of [inPackage(machine, name), inBuild(machine, name)]) {
    if (path === null || !existsSync(path)) continue;
    try {
      accessSync(path, constants.X_OK);
      return { path };
    } catch {
      return { problem: `${path} may not be executed` };
    }
  }
  return {
    problem: `there is no native helper for ${machine}: neither its package nor a C compiler was there`,
  };
}

function inPackage(machine: string, name: string): string | null {
  try {
    return join(dirname(require.resolve(`@hookline/native-${machine}/package.json`)), name);
  } catch {
    return null;
  }
}

function inBuild(machine: string, name: string): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== "/"; folder = dirname(folder))
    if (existsSync(join(folder, "package.json"))) return join(folder, "dist/native", machine, name);
  return null;
}
