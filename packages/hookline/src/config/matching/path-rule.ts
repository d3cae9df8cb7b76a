import { createRequire } from "node:module";
import { isAbsolute, relative, resolve } from "node:path";
import type { Condition } from "../../contract/hook.ts";
import { callWithin } from "../../system/bounded-call.ts";
import { realTarget } from "../../system/real-target.ts";

/** The folders that the paths of rules start from. */
export interface RulePlace {
  readonly projectDir: string;
  readonly home: string;
  /** The folder of the file that the rule is written in. */
  readonly sourceDir: string;
}

// Most hooks have no rule for paths, so the library is loaded by the first one that has.
const require = createRequire(import.meta.url);

const limitMs = 50;

/** The pattern becomes a regular expression that takes the third power of the path's length at worst, and more with more wildcards. */
const unwatched = { stars: 4, length: 256 };

type Answer = ReturnType<Condition["test"]>;

/** Where a path leads when all links are followed. */
export type Follow = (path: string) => string;

/** What a path rule says of one path: by each way to write what it touches, as it was given and where it really leads. */
export type PathTest = (path: string, cwd: string, follow?: Follow) => readonly Answer[];

/** Compiles what stands in `Read(…)` and its like, a pattern in the syntax of .gitignore; a text says why it is none. */
export function pathRule(spec: string, place: RulePlace): PathTest | string {
  const written = spec.trim();
  if (written.startsWith("!")) return "a path rule cannot begin with an exclamation mark";
  const { root, pattern } = anchored(written, place);
  const ignore: typeof import("ignore") = require("ignore");
  const rules = ignore({ ignorecase: process.platform === "darwin" }).add(
    pattern.startsWith("#") ? `\\${pattern}` : pattern,
  );
  const stars = pattern.split("*").length - 1;
  const test = (from: string, absolute: string): Answer => {
    const inside = relative(from, absolute);
    if (inside === "" || inside === ".." || inside.startsWith("../")) return { holds: false };
    if (stars <= unwatched.stars && inside.length <= unwatched.length)
      return { holds: rules.ignores(inside) };
    const result = callWithin(limitMs, () => rules.ignores(inside));
    if (result.kind === "value") return { holds: result.value };
    return {
      holds: true,
      problem: `the pattern ${written} was not done after ${limitMs} ms, so the hook runs; write it with fewer wildcards`,
    };
  };
  return (path, cwd, follow = realTarget) => {
    const from = root ?? cwd;
    const [base, way] = path.startsWith("~/") ? [place.home, path.slice(2)] : [cwd, path];
    const absolute = resolve(base, way);
    const leads = new Set([follow(absolute)]);
    // Who takes `..` out of a path first comes elsewhere than who follows a link before it.
    if (way.includes("..")) leads.add(follow(isAbsolute(way) ? way : `${base}/${way}`));
    const realRoot = follow(from);
    const real = [...leads].filter((target) => target !== absolute || realRoot !== from);
    return [test(from, absolute), ...real.map((target) => test(realRoot, target))];
  };
}

/** Where a pattern starts, null for the payload's folder, and what remains of it. */
function anchored(written: string, place: RulePlace): { root: string | null; pattern: string } {
  if (written.startsWith("//")) return { root: "/", pattern: written.slice(1) };
  if (written.startsWith("~/")) return { root: place.home, pattern: written.slice(1) };
  if (written.startsWith("/")) return { root: sourceRoot(place), pattern: written };
  return { root: null, pattern: written.startsWith("./") ? written.slice(2) : written };
}

/** The project, for a file inside it; else the file's own folder. */
function sourceRoot({ projectDir, sourceDir }: RulePlace): string {
  const inside = relative(projectDir, sourceDir);
  return inside === ".." || inside.startsWith("../") || isAbsolute(inside) ? sourceDir : projectDir;
}
