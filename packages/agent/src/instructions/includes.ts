import { dirname, join, resolve } from "node:path";

/** A file that another one includes. */
export interface Include {
  readonly path: string;
  /** True if it stands alone on its line: then somebody certainly meant a file. */
  readonly alone: boolean;
}

/** The `@path` words of a text, outside code: relative to the file they stand in, absolute, or `~/…`. */
export function includesOf(text: string, file: string, home: string): readonly Include[] {
  const found: Include[] = [];
  for (const line of withoutCode(text)) {
    const whole = /^\s*(?:[-*]\s+)?@(\S+)\s*$/.exec(line);
    const words = whole ? [whole] : [...line.matchAll(/(?<=^|[\s(])@([^\s)]+)/g)];
    for (const [, word = ""] of words) {
      const path = whole ? word : word.replace(/[.,;:!?'"]+$/, "");
      if (path !== "") found.push({ path: placeOf(path, file, home), alone: whole !== null });
    }
  }
  return found;
}

function placeOf(path: string, file: string, home: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(dirname(file), path);
}

/** The lines outside fences, without what stands between backticks. */
function withoutCode(text: string): readonly string[] {
  let fence: string | null = null;
  return text.split(/\r?\n/).flatMap((line) => {
    const [, mark] = /^\s{0,3}(```+|~~~+)/.exec(line) ?? [];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null) return [line.replace(/(`+).*?\1/g, " ")];
    return [];
  });
}
