import { fitsSigns, type GlobSign } from "../../shell/glob.ts";

/** A compiled pattern for file names. */
export interface FileGlob {
  /** What is wrong with it; null if nothing. */
  readonly problem: string | null;
  /** True if it has no sign in it that means something. */
  readonly plain: boolean;
  /** The same as a regular expression for the whole name. */
  readonly expression: string;
  test(name: string): boolean;
}

/**
 * Compiles a pattern in which `*` is any text, `?` any character, `[a-z]` and `[^a-z]` one of some; `\` takes a sign literally. As in
 * paths nothing passes a `/`, unless the pattern is for `names`.
 */
export function fileGlob(pattern: string, of: "paths" | "names" = "paths"): FileGlob {
  const slash = of === "paths" ? "/" : "";
  const sources = sourcesOf(pattern, slash);
  if (sources === null)
    return { problem: "is no valid glob", plain: false, expression: "", test: () => false };
  const plain = !/[*?[\\]/.test(pattern);
  // As one expression, a few stars would take hours for a long name.
  const signs = sources.map((source) => signOf(source, anyText(slash)));
  return {
    problem: null,
    plain,
    expression: `^${sources.join("")}$`,
    test: (name) => fitsSigns(signs, name),
  };
}

/** A pattern may have as many signs as a file has characters: only a class needs an expression of its own. */
function signOf(source: string, star: string): GlobSign {
  if (!source.startsWith("[")) {
    const own = bare(source);
    return { any: false, accepts: (character) => character === own };
  }
  const any = source === star;
  const regex = new RegExp(`^${any ? source.slice(0, -1) : source}$`, "su");
  return { any, accepts: (character) => regex.test(character) };
}

const anyText = (slash: string): string => `${anySign(slash)}*`;
const anySign = (slash: string): string => (slash === "" ? "[\\s\\S]" : "[^/]");

/** What each sign of a pattern is as an expression; null if it is no pattern. */
function sourcesOf(pattern: string, slash: string): readonly string[] | null {
  const sources: string[] = [];
  for (let at = 0; at < pattern.length; ) {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    at += sign.length;
    if (sign === "*") {
      sources.push(anyText(slash));
      while (pattern[at] === "*") at++;
    } else if (sign === "?") sources.push(anySign(slash));
    else if (sign === "[") {
      const end = classEnd(pattern, at);
      if (end === -1) return null;
      const body = classOf(pattern.slice(at, end), slash);
      if (body === null) return null;
      sources.push(body);
      at = end + 1;
    } else if (sign === "\\") {
      if (at >= pattern.length) return null;
      const taken = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
      sources.push(literal(taken));
      at += taken.length;
    } else sources.push(literal(sign));
  }
  return sources;
}

/** Where the `]` is that ends a class; one right at its beginning would leave it empty. */
function classEnd(pattern: string, start: number): number {
  const first = pattern[start] === "^" || pattern[start] === "!" ? start + 1 : start;
  for (let at = first; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "]") return at === first ? -1 : at;
  }
  return -1;
}

function classOf(body: string, slash: string): string | null {
  const negated = body.startsWith("^") || body.startsWith("!");
  const rest = negated ? body.slice(1) : body;
  const parts = [...rest.matchAll(/(\\.|[^\\])(?:-(\\.|[^\\]))?/gsu)];
  let source = "";
  for (const [, from = "", to] of parts) {
    const [first, last] = [bare(from), to === undefined ? null : bare(to)];
    if (last !== null && (last.codePointAt(0) ?? 0) < (first.codePointAt(0) ?? 0)) return null;
    source += last === null ? literalInClass(first) : `${literalInClass(first)}-${literalInClass(last)}`;
  }
  return `[${negated ? `^${slash}` : ""}${source}]`;
}

function bare(sign: string): string {
  return sign.startsWith("\\") ? sign.slice(1) : sign;
}

/** Escaped in a way that every kind of expression reads alike. */
function literal(sign: string): string {
  return /[\^$\\.*+?()[\]{}|/]/.test(sign) ? `\\${sign}` : sign;
}

function literalInClass(sign: string): string {
  return /[\^\\\]-]/.test(sign) ? `\\${sign}` : sign;
}
