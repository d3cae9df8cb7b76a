import type { Command, Redirection, WordPart } from "unbash";
import type { Reader } from "./state.ts";

/** Notes what the parser takes and bash does not: an open parenthesis after a word, as in `a(b`. */
export function noteParenthesis(reader: Reader, node: Command, source: string): void {
  if (!source.includes("(")) return;
  let { end } = node.name ?? node;
  for (const { pos, end: next, type } of node.suffix) {
    if (type === "HereDoc") return;
    if (pos > end && source.slice(end, Math.min(pos, end + 200)).includes("(")) {
      reader.unread ??= "it is no valid shell: unexpected '('";
      return;
    }
    end = next;
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

/** Notes ends of here-documents with a substitution in their name. */
export function noteDelimiter(reader: Reader, redirection: Extract<Redirection, { type: "HereDoc" }>): void {
  if (/`|\$[({]/.test(redirection.delimiter?.text ?? "")) {
    reader.unread ??= "it is no valid shell: the end of a here-document holds a substitution";
  }
}
