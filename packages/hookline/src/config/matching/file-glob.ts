import { fitsSigns, type GlobSign } from "../../dialects/glob.ts";

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

/** Compiles a pattern in which `*` is any text, `?` any character, `[a-z]` and `[^a-z]` one of some; `\` takes a sign literally. Nothing passes a `/`. */
export function fileGlob(pattern: string): FileGlob {
  const sources = sourcesOf(pattern);
  if (sources === null)
    return { problem: "is no valid glob", plain: false, expression: "", test: () => false };
  const plain = !/[*?[\\]/.test(pattern);
  // As one expression, a few stars would take hours for a long name.
  const signs = sources.map(signOf);
  return {
    problem: null,
    plain,
    expression: `^${sources.join("")}$`,
    test: (name) => fitsSigns(signs, name),
  };
}

function signOf(source: string): GlobSign {
  const regex = new RegExp(`^${source}$`, "su");
  return { any: source === star, accepts: (character) => regex.test(character) };
}

const star = "[^/]*";

/** What each sign of a pattern is as an expression; null if it is no pattern. */
function sourcesOf(pattern: string): readonly string[] | null {
  const sources: string[] = [];
  for (let at = 0; at < pattern.length; ) {
    const sign = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    at += sign.length;
    if (sign === "*") {
      sources.push(star);
      while (pattern[at] === "*") at++;
    } else if (sign === "?") sources.push("[^/]");
    else if (sign === "[") {
      const end = classEnd(pattern, at);
      if (end === -1) return null;
      const body = classOf(pattern.slice(at, end));
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

function classOf(body: string): string | null {
  const negated = body.startsWith("^") || body.startsWith("!");
  const rest = negated ? body.slice(1) : body;
  const parts = [...rest.matchAll(/(\\.|[^\\])(?:-(\\.|[^\\]))?/gsu)];
  let source = "";
  for (const [, from = "", to] of parts) {
    const [first, last] = [bare(from), to === undefined ? null : bare(to)];
    if (last !== null && (last.codePointAt(0) ?? 0) < (first.codePointAt(0) ?? 0)) return null;
    source += last === null ? literalInClass(first) : `${literalInClass(first)}-${literalInClass(last)}`;
  }
  return `[${negated ? "^/" : ""}${source}]`;
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
