import { readFileSync } from "node:fs";

/** What tells builds apart: the digest that a build writes beside what it made (`dist/build-id`); null if there is none, as before a build. */
export function readBuildId(path: string): string | null {
  try {
    const [, id] = /^([0-9a-f]{32})\n$/.exec(readFileSync(path, "latin1")) ?? [];
    return id ?? null;
  } catch {
    return null;
  }
}
