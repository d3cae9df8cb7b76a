import { fitsSigns, type GlobSign, globSigns } from "../shell/glob.ts";
import { absolutePath } from "./accesses/place.ts";
import type { PolicyFacts } from "./model.ts";

/** Any number of folders, one name as it stands, or the signs of a name. */
type Segment = "**" | { readonly name: string } | { readonly signs: readonly GlobSign[] };

/** A pattern of paths, compiled: it is given the names of a path one by one. */
export type PathPattern = (names: readonly string[]) => boolean;

/** So many patterns are kept compiled for one place. */
const kept = 2000;
const places = new Map<string, Map<string, PathPattern>>();
const placeOf = new WeakMap<PolicyFacts, Map<string, PathPattern>>();

/** The names that a path is made of. */
export function namesIn(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "");
}

/**
 * Compiles a pattern of paths: `*` and `?` inside a name, `**` for any number of folders, `{a,b}` for either. `~` is the home, a pattern
 * without a slash fits the last name of a path wherever it lies, everything else that is relative starts at the project.
 */
export function pathPattern(pattern: string, facts: PolicyFacts): PathPattern {
  const patterns = placeOf.get(facts) ?? patternsAt(facts);
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const wholes = alternatives(pattern).map((one) => namesIn(anchored(one, facts)).map(segmentOf));
    compiled = (names) => wholes.some((segments) => fits(segments, names));
    if (patterns.size >= kept) patterns.clear();
    patterns.set(pattern, compiled);
  }
  return compiled;
}

const listsOf = new WeakMap<Map<string, PathPattern>, WeakMap<readonly unknown[], readonly PathPattern[]>>();

/** Compiles a list of patterns, once for each list that is given again. */
export function pathPatterns(list: readonly unknown[], facts: PolicyFacts): readonly PathPattern[] {
  const place = placeOf.get(facts) ?? patternsAt(facts);
  const lists = listsOf.get(place) ?? new WeakMap<readonly unknown[], readonly PathPattern[]>();
  listsOf.set(place, lists);
  let compiled = lists.get(list);
  if (!compiled) {
    compiled = list.map((pattern) => pathPattern(String(pattern), facts));
    lists.set(list, compiled);
  }
  return compiled;
}

/** What was compiled for the same home and project, whatever event it was for. */
function patternsAt(facts: PolicyFacts): Map<string, PathPattern> {
  const place = `${facts.home}\0${facts.projectDir}`;
  const patterns = places.get(place) ?? new Map<string, PathPattern>();
  if (places.size >= 10) places.clear();
  places.set(place, patterns);
  placeOf.set(facts, patterns);
  return patterns;
}

function anchored(pattern: string, { home, projectDir }: PolicyFacts): string {
  if (!pattern.includes("/") && pattern !== "~") return `/**/${pattern}`;
  return pattern.startsWith("**/") ? `/${pattern}` : absolutePath(pattern, projectDir, home);
}

function segmentOf(name: string): Segment {
  if (name === "**") return name;
  return /[*?[]/.test(name) ? { signs: globSigns(name) } : { name };
}

/** As with `*` in a name: what follows the last `**` is tried at one place after the other. */
function fits(segments: readonly Segment[], names: readonly string[]): boolean {
  let segment = 0;
  let at = 0;
  let star = -1;
  let taken = 0;
  while (at < names.length) {
    const one = segments[segment];
    if (one === "**") {
      star = segment++;
      taken = at;
    } else if (one !== undefined && fitsName(one, names[at] ?? "")) {
      segment++;
      at++;
    } else {
      if (star < 0) return false;
      segment = star + 1;
      at = ++taken;
    }
  }
  return segments.slice(segment).every((one) => one === "**");
}

function fitsName(segment: Exclude<Segment, "**">, name: string): boolean {
  return "name" in segment ? segment.name === name : fitsSigns(segment.signs, name);
}

/** So many spellings one pattern may stand for. */
const mostAlternatives = 64;

/** The patterns that one with braces stands for. */
function alternatives(pattern: string): readonly string[] {
  let open = [pattern];
  while (open.length <= mostAlternatives && open.some((one) => braces.test(one))) {
    open = open.flatMap((one) => {
      const [, before = "", inside, after = ""] = braces.exec(one) ?? [];
      return inside === undefined ? [one] : inside.split(",").map((choice) => `${before}${choice}${after}`);
    });
  }
  return open;
}

const braces = /^([^{]*)\{([^{}]*)\}(.*)$/s;
