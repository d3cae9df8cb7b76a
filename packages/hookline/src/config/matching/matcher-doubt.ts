import type { ToolNames } from "./tool-names.ts";

/** What surely was not meant by a list of exact tool names; null if nothing. */
export function namesDoubt(words: readonly string[], tools: ToolNames): string | null {
  if (words.length === 0) {
    return "the matcher has no name in it, so it never matches; write the tools' names, or * for every tool";
  }
  for (const word of words) {
    if (/^mcp__(?!.*__)/.test(word)) {
      const every = word === "mcp__" ? "every MCP tool" : "every tool of that server";
      const pattern = word === "mcp__" ? "mcp__.*" : `${word}__.*`;
      return `"${word}" is an exact name that no tool has, so it never matches; write ${pattern} for ${every}`;
    }
    const meant = otherCase(word, tools);
    if (meant) {
      return `"${word}" does not match the tool ${meant}, because case counts; write ${meant}, which finds every agent's name for it`;
    }
  }
  return null;
}

/** The canonical tool name that differs from the word in nothing but case. */
function otherCase(word: string, tools: ToolNames): string | null {
  const capital = word.slice(0, 1).toUpperCase();
  for (const spelling of [word, capital + word.slice(1), capital + word.slice(1).toLowerCase()]) {
    const tool = tools.tool(spelling);
    const known = tool.kind !== "other" && tool.kind !== "mcp";
    if (known && tool.name !== word && tool.name.toLowerCase() === word.toLowerCase()) return tool.name;
  }
  return null;
}

/** What surely was not meant by a regular expression for tool names (`acceptsEmpty` is null for an invalid one); null if nothing. */
export function expressionDoubt(
  pattern: string,
  acceptsEmpty: (() => boolean) | null,
  tools: ToolNames,
): string | null {
  const rule = /^(\w+)\((.*[ /].*|.*:\*|\*)\)$/.exec(pattern);
  if (rule && tools.tool(rule[1] ?? "").kind !== "other") {
    return `"${pattern}" is a permission rule, and matchers see nothing but the tool's name; write the matcher ${rule[1]} and put the rule into "if"`;
  }
  const negated = /^!(\w+)$/.exec(pattern);
  if (negated) {
    return `"${pattern}" never matches, because "!" means nothing here; write ^(?!${negated[1]}$) for every tool but ${negated[1]}`;
  }
  if (!/^[\w\-, |*]+$/.test(pattern)) return null;
  const fixed = pattern.replaceAll("*", ".*");
  if (acceptsEmpty?.()) {
    return `"${pattern}" is a regular expression and matches every name; write ^${fixed} for names that begin like this`;
  }
  if (acceptsEmpty === null) {
    return `"${pattern}" is no valid regular expression, so it never matches; write ${fixed}, because "*" alone repeats what stands before it`;
  }
  return null;
}

/** True for a pattern with no other sign than `*`, as people write globs. */
export function isGlob(pattern: string): boolean {
  return pattern.includes("*") && /^[\w\-|*]+$/.test(pattern);
}

/** What surely was not meant by an expression for whole names: a glob; null if nothing. */
export function globDoubt(pattern: string): string | null {
  if (!isGlob(pattern)) return null;
  const right = pattern.replaceAll("*", ".*");
  return `"${pattern}" is a regular expression, in which "*" repeats the sign before it; write ${right} for names like this`;
}

/** What surely was not meant by names that may hold a `*`: a regular expression; null if nothing. */
export function wordsDoubt(pattern: string): string | null {
  if (!/\.[*+]|^\^|\$$/.test(pattern)) return null;
  const right = pattern.replaceAll(/\.[*+]/g, "*").replaceAll(/[\^$]/g, "");
  return `"${pattern}" is no regular expression here, "*" alone stands for anything; write ${right}`;
}
