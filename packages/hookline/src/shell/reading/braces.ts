import { computed } from "./marks.ts";

/** So many words may come out of one. */
const mostWords = 200;

/** The words that brace lists make of one, as written; null if there are too many to look at, or the list cannot be read. */
export function expandedBraces(text: string): readonly string[] | null {
  const open = findList(text);
  if (!open) return [text];
  const before = text.slice(0, open.start);
  // Of a long range nothing but its numbers is unknown.
  const range = open.range && open.range.length > mostWords ? [computed] : open.range;
  const middles = range ?? open.items;
  if (middles.length > mostWords) return null;
  const after = expandedBraces(text.slice(open.end));
  if (!after) return null;
  const words: string[] = [];
  for (const item of middles) {
    const inner = open.range ? [item] : expandedBraces(item);
    if (!inner || words.length + inner.length * after.length > mostWords) return null;
    for (const middle of inner) for (const end of after) words.push(before + middle + end);
  }
  return words;
}

interface List {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
  readonly range: readonly string[] | null;
}

/** The first list with a comma outside quotes, or a range. */
function findList(text: string): List | null {
  for (let at = 0; at < text.length; at = after(text, at)) {
    if (text[at] !== "{" || text[at - 1] === "$") continue;
    const items: string[] = [];
    let from = at + 1;
    let deep = 0;
    for (let end = at + 1; end < text.length; end = after(text, end)) {
      if (text[end] === "{") deep += 1;
      else if (text[end] === "}" && deep > 0) deep -= 1;
      else if (text[end] === "," && deep === 0) {
        items.push(text.slice(from, end));
        from = end + 1;
      } else if (text[end] === "}") {
        items.push(text.slice(from, end));
        const range = items.length === 1 ? rangeOf(items[0] ?? "") : null;
        if (items.length > 1 || range) return { start: at, end: end + 1, items, range };
        break;
      }
    }
  }
  return null;
}

/** The place after a character, or after what a quote or expansion holds. */
function after(text: string, at: number): number {
  const character = text[at];
  if (character === "\\") return at + 2;
  if (character === "'") return closing(text, at + 1, "'", text[at - 1] === "$");
  if (character === '"' || character === "`") return closing(text, at + 1, character, true);
  if (character === "$" && (text[at + 1] === "{" || text[at + 1] === "(")) {
    return balanced(text, at + 1);
  }
  return at + 1;
}

function closing(text: string, from: number, quote: string, escapes: boolean): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\" && escapes) at += 1;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

function balanced(text: string, from: number): number {
  const [open, close] = text[from] === "{" ? ["{", "}"] : ["(", ")"];
  let deep = 0;
  for (let at = from; at < text.length; ) {
    if (text[at] === open) deep += 1;
    if (text[at] === close && --deep === 0) return at + 1;
    at = text[at] === "'" || text[at] === '"' || text[at] === "\\" ? after(text, at) : at + 1;
  }
  return text.length;
}

function rangeOf(text: string): readonly string[] | null {
  const match = /^(-?\d{1,9}|[a-zA-Z])\.\.(-?\d{1,9}|[a-zA-Z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (!match) return null;
  const [, first = "", last = "", written = "1"] = match;
  const letters = /^[a-zA-Z]$/.test(first);
  if (letters !== /^[a-zA-Z]$/.test(last)) return null;
  const from = letters ? first.charCodeAt(0) : Number(first);
  const to = letters ? last.charCodeAt(0) : Number(last);
  const stride = Math.abs(Number(written)) || 1;
  const width = /^-?0\d/.test(first) || /^-?0\d/.test(last) ? Math.max(first.length, last.length) : 0;
  const values: string[] = [];
  for (let at = from; from <= to ? at <= to : at >= to; at += from <= to ? stride : -stride) {
    if (values.length > mostWords) break;
    values.push(letters ? String.fromCharCode(at) : padded(at, width));
  }
  return values;
}

const padded = (value: number, width: number): string =>
  value < 0 ? `-${String(-value).padStart(width - 1, "0")}` : String(value).padStart(width, "0");
