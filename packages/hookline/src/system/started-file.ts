import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** True if one of the files that are being run right now, as a stack names them, is the one that the process was started with. */
export function runsStartedFile(stack: string, started: string | undefined): boolean {
  if (started === undefined) return false;
  const file = real(started);
  return stack.split("\n").some((line) => {
    const path = pathIn(line);
    return path !== null && (path === started || path === file || real(path) === file);
  });
}

/** The path in a line of a stack: `at f (file:///a/b.mjs:1:2)`, `at /a/b.cjs:1:2`, `at async file:///a.ts:1:2`. */
function pathIn(line: string): string | null {
  const place = /(?:\(|at (?:async )?|@)((?:file:\/\/)?\/.*?)(?::\d+)?(?::\d+)?\)?$/.exec(line.trim())?.[1];
  if (place === undefined) return null;
  if (!place.startsWith("file://")) return place;
  try {
    return fileURLToPath(place);
  } catch {
    return null;
  }
}

/** A path with its links resolved; `node guard` starts guard.js as well. */
function real(path: string): string {
  for (const one of [path, `${path}.js`, `${path}.mjs`, `${path}.cjs`]) {
    try {
      return realpathSync(one);
    } catch {
      // The next one.
    }
  }
  return path;
}
