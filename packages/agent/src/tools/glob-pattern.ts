import { RE2JS } from "re2js";

/** A compiled file pattern. */
export type GlobTest = (path: string) => boolean;

/** Compiles `*`, `?`, `[a-z]`, `{a,b}` and `**` over folders; takes time in proportion to the path, whatever somebody wrote. */
export function compileGlob(pattern: string): GlobTest {
  const regex = RE2JS.compile(`^(?:${regexOf(pattern)})$`, RE2JS.DOTALL);
  return (path) => regex.test(path);
}

const signs = /\*\*\/|\*+|\?|\[[!^]?[^\]/]+\]|\\.|./gsu;

function regexOf(pattern: string): string {
  const isBalanced = braceDepth(pattern) === 0;
  let depth = 0;
  let regex = "";
  for (const { 0: sign, index } of pattern.matchAll(signs)) {
    const atStart = index === 0 || "/{,".includes(pattern[index - 1] ?? "");
    if (sign === "**/") regex += atStart ? "(?:.*/)?" : "[^/]*/";
    else if (sign.startsWith("*")) regex += sign === "**" && atStart ? ".*" : "[^/]*";
    else if (sign === "?") regex += "[^/]";
    else if (sign.length > 1 && sign.startsWith("[")) regex += characterClass(sign);
    else if (sign.length > 1 && sign.startsWith("\\")) regex += RE2JS.quote(sign.slice(1));
    else if (isBalanced && sign === "{") {
      depth++;
      regex += "(?:";
    } else if (isBalanced && sign === "}") {
      depth--;
      regex += ")";
    } else regex += depth > 0 && sign === "," ? "|" : RE2JS.quote(sign);
  }
  return regex;
}

/** The characters of `[a-z_]`, each by its number, so that none of them means anything else. */
function characterClass(sign: string): string {
  const negated = /^\[[!^]./su.test(sign.slice(0, -1));
  const body = sign.slice(negated ? 2 : 1, -1);
  const code = (character: string) => character.codePointAt(0) ?? 0;
  const ranges = [...body.matchAll(/(.)-(.)|./gsu)].map(([one, from = one, to = one]) => {
    const [low, high] = [code(from), code(to)].sort((left, right) => left - right);
    return `\\x{${low?.toString(16)}}-\\x{${high?.toString(16)}}`;
  });
  return `[${negated ? "^/" : ""}${ranges.join("")}]`;
}

/** 0 if every brace has its partner. */
function braceDepth(pattern: string): number {
  let depth = 0;
  for (const [sign] of pattern.matchAll(signs)) {
    if (sign === "{") depth++;
    if (sign === "}" && --depth < 0) return -1;
  }
  return depth;
}
