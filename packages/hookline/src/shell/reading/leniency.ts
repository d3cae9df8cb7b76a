import type { Command, Redirection, Statement, WordPart } from "unbash";
import type { Reader } from "./state.ts";

const parenthesis = /[ \t]*\(/y;

/** Notes what the parser takes and bash does not: an open parenthesis after a word, as in `a(b`. */
export function noteParenthesis(reader: Reader, node: Command, source: string): void {
  if (!source.includes("(")) return;
  for (const item of node.name ? [node.name, ...node.suffix] : []) {
    if (item.type !== "Word") continue;
    parenthesis.lastIndex = item.end;
    if (parenthesis.test(source)) reader.unread ??= "it is no valid shell: unexpected '('";
  }
}

/** Notes substitutions without an end. */
export function noteOpen(reader: Reader, part: Extract<WordPart, { type: "CommandExpansion" }>): void {
  const closing = part.text.startsWith("`") ? "`" : part.text.startsWith("${") ? "}" : ")";
  if (part.text.length < 2 || !part.text.endsWith(closing)) {
    reader.unread ??= `it is no valid shell: '${closing}' is missing`;
  }
}

/** Notes `$[1 + 2]`, arithmetic of old, which the parser takes for plain text. */
export function noteOldArithmetic(reader: Reader, text: string): void {
  if (/(?<!\\)\$\[/.test(text)) reader.unread ??= "it holds arithmetic of old: write $((…)) for $[…]";
}

/** Notes ends of here-documents with a substitution or an open quote in their name. */
export function noteDelimiter(reader: Reader, redirection: Extract<Redirection, { type: "HereDoc" }>): void {
  const text = redirection.delimiter?.text ?? "";
  if (
    /`|\$[({]/.test(text) ||
    /^[^"']*(?:"[^"]*|'[^']*)$/.test(text.replace(/\\./g, "").replace(/"[^"]*"|'[^']*'/g, ""))
  ) {
    reader.unread ??= "it is no valid shell: the end of a here-document cannot be read";
  }
}

/** Notes `!` with nothing after it before `&`, `&&` and `||`. */
export function noteBareNegation(reader: Reader, node: Statement["command"]): void {
  if (node.type === "Pipeline" && node.commands.length === 0)
    reader.unread ??= "it is no valid shell: '!' of nothing";
}
