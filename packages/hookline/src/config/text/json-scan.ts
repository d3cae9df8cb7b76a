import type { JsonMember, JsonNode } from "./json-tree.ts";

/** How deep a hook file may be nested; more would exhaust the stack of whoever walks through it. */
export const deepest = 100;

/** The tree of a text that `JSON.parse` has accepted: sources are read on the way of every event, so no library is loaded. */
export function scanTree(text: string): JsonNode {
  return scanValue({ text, offset: 0 });
}

/** What is said of a text that is nested too deeply. */
export const tooDeep = {
  message: `nested more than ${deepest} deep`,
  hint: "hook files are never that deep: look for a bracket that is not closed",
};

/** Where a text is nested too deeply, comments and strings aside; null if nowhere. */
export function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (let offset = 0; offset < text.length; offset = partEnd(text, offset)) {
    const character = text[offset];
    if (character === "[" || character === "{") depth++;
    else if (character === "]" || character === "}") depth--;
    if (depth > deepest) return offset;
  }
  return null;
}

/** Where the string, comment or character ends that begins here; a line break ends a string too, as it does for the parser. */
function partEnd(text: string, offset: number): number {
  const two = text.slice(offset, offset + 2);
  if (two === "/*") {
    const end = text.indexOf("*/", offset + 2);
    return end < 0 ? text.length : end + 2;
  }
  const quoted = two.startsWith('"');
  if (!quoted && two !== "//") return offset + 1;
  for (let end = offset + 1; end < text.length; end++) {
    const character = text[end];
    if (character === "\n" || character === "\r" || (quoted && character === '"')) return end + 1;
    if (quoted && character === "\\") end++;
  }
  return text.length;
}

interface Scan {
  readonly text: string;
  offset: number;
}

const scalar = /[-+.\w]+/y;
const space = /[ \t\n\r]*/y;

function scanValue(scan: Scan): JsonNode {
  skipSpace(scan);
  const { text, offset } = scan;
  switch (text[offset]) {
    case "{":
      return { kind: "object", offset, members: scanParts(scan, scanMember) };
    case "[":
      return { kind: "list", offset, items: scanParts(scan, scanValue) };
    case '"':
      return { kind: "plain", offset, value: scanString(scan) };
    default: {
      scalar.lastIndex = offset;
      const word = scalar.exec(text)?.[0] ?? "";
      scan.offset += word.length;
      const value: unknown = JSON.parse(word);
      return {
        kind: "plain",
        offset,
        value: typeof value === "number" || typeof value === "boolean" ? value : null,
      };
    }
  }
}

function scanParts<T>(scan: Scan, scanPart: (scan: Scan) => T): T[] {
  const parts: T[] = [];
  const end = scan.text[scan.offset] === "{" ? "}" : "]";
  scan.offset++;
  skipSpace(scan);
  while (scan.text[scan.offset] !== end) {
    parts.push(scanPart(scan));
    skipSpace(scan);
    if (scan.text[scan.offset] === ",") scan.offset++;
    skipSpace(scan);
  }
  scan.offset++;
  return parts;
}

function scanMember(scan: Scan): JsonMember {
  const { offset } = scan;
  const key = scanString(scan);
  skipSpace(scan);
  scan.offset++;
  return { key, offset, node: scanValue(scan) };
}

function scanString(scan: Scan): string {
  const { text, offset } = scan;
  scan.offset = stringEnd(text, offset);
  const inner = text.slice(offset + 1, scan.offset - 1);
  return inner.includes("\\") ? String(JSON.parse(`"${inner}"`)) : inner;
}

function stringEnd(text: string, offset: number): number {
  let end = text.indexOf('"', offset + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end + 1;
}

/** True if an odd number of backslashes stands before this offset. */
function isEscaped(text: string, offset: number): boolean {
  let first = offset;
  while (text.charCodeAt(first - 1) === 92) first--;
  return (offset - first) % 2 === 1;
}

function skipSpace(scan: Scan): void {
  space.lastIndex = scan.offset;
  scan.offset += space.exec(scan.text)?.[0].length ?? 0;
}
