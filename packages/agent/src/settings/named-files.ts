import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Json, JsonObject } from "hookline";
import { readRegular } from "../files/regular-file.ts";
import { expand } from "../mcp/expand.ts";

type Env = { readonly [name: string]: string | undefined };

/** Larger files (programs of the machine) are told apart by their size, times and identity. */
const mostBytes = 16 * 1024 * 1024;

/** The digest of each local file that these servers name: as program, in an argument (`--x=./file` too) or in a variable. */
export function digestsOfNamed(
  servers: { readonly [name: string]: JsonObject },
  projectDir: string,
  env: Env,
): readonly (readonly [path: string, digest: string])[] {
  const paths = Object.values(servers).flatMap(({ command, args, cwd, env: variables }) => {
    const folder = resolve(projectDir, textsIn(cwd, env)[0] ?? "");
    return [command, args, variables]
      .flatMap((value) => textsIn(value, env))
      .flatMap(pathsIn)
      .map((path) => resolve(folder, path));
  });
  return [...new Set(paths)].sort().flatMap((path) => {
    const digest = fileDigest(path);
    return digest === null ? [] : [[path, digest] as const];
  });
}

/** The texts in a value, variables filled in: a file that a variable leads to is named as well. */
function textsIn(value: Json | undefined, env: Env): readonly string[] {
  if (typeof value === "string") {
    const filled = expand(value, env);
    return [filled.missing === undefined ? filled.text : value];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((item) => textsIn(item, env));
}

/** Whatever in a text may be a path: the whole, and each part of `--require=./a.js`, `A:B`, `-r./a.js` and `--import ./a.js`. */
function pathsIn(text: string): readonly string[] {
  const parts = [text, ...text.split(/[\s=:,;"']+/)];
  const glued = parts.flatMap((part) => /^-\w(.+)$/s.exec(part)?.[1] ?? []);
  const urls = text.match(/file:\/\/[^\s,;"']+/g) ?? [];
  const named = [...parts, ...glued, ...urls.flatMap(pathOfUrl)];
  return named.filter((part) => part !== "" && !part.includes("\0"));
}

function pathOfUrl(url: string): readonly string[] {
  try {
    return [fileURLToPath(url)];
  } catch {
    return [];
  }
}

/** Null if there is no such file. */
function fileDigest(path: string): string | null {
  const stats = statsOf(path);
  if (!stats?.isFile()) return null;
  const { dev, ino, size, mtimeMs, ctimeMs } = stats;
  const read = size > mostBytes ? null : readRegular(path, mostBytes);
  if (read && read.problem === undefined) return createHash("sha256").update(read.bytes).digest("hex");
  return [dev, ino, size, mtimeMs, ctimeMs].join(":");
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
