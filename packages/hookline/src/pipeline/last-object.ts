/** Characters that are looked at in all; only a text that was made for it needs so many. */
const mostSteps = 30_000_000;

/** Where each brace leads that has been looked at: to the end of its object, or nowhere (-1). */
type Ends = Map<number, number>;

/** The last complete object in a text that is not a part of another one, whatever is printed around it; null if none is, undefined if nobody can tell in time. */
export function lastObject(text: string, isObject: (part: string) => boolean): string | null | undefined {
  const ends: Ends = new Map();
  let last: string | null = null;
  let steps = 0;
  for (let from = text.indexOf("{"); from !== -1; ) {
    if (!ends.has(from)) steps += scanObject(text, from, ends) - from;
    const end = ends.get(from) ?? -1;
    const part = end === -1 ? null : text.slice(from, end);
    const complete = part !== null && isObject(part);
    if (part !== null) steps += part.length;
    if (complete) last = part;
    if (steps > mostSteps) return undefined;
    from = text.indexOf("{", complete ? end : from + 1);
  }
  return last;
}

const spaces = /[ \t\n\r]*/y;
const textToken = /"(?:[^"\\]|\\.)*"/sy;
const plainToken = /-?\d[\d.eE+-]*|true|false|null/y;

/**
 * Reads the tokens of the object at a place as far as they make sense, and writes down where it and those in it end. What is still open
 * then would stop at the same place if it were read alone: so each brace is read once, however many never end.
 */
function scanObject(text: string, start: number, ends: Ends): number {
  const open: { readonly list: boolean; readonly at: number }[] = [];
  let at = start;
  let wanted: "value" | "first" | "key" | "next" = "value";
  const token = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  do {
    token(spaces);
    const character = text[at];
    const inner = open.at(-1);
    const isKey = wanted === "key" || (wanted === "first" && inner?.list === false && character === '"');
    if (isKey) {
      if (!token(textToken)) break;
      token(spaces);
      if (text[at] !== ":") break;
      at++;
      wanted = "value";
    } else if (inner && (wanted === "first" || wanted === "next") && character === (inner.list ? "]" : "}")) {
      at++;
      open.pop();
      if (!inner.list) ends.set(inner.at, at);
      wanted = "next";
    } else if (wanted === "next" && character === ",") {
      at++;
      wanted = inner?.list ? "value" : "key";
    } else if (wanted === "next" || (wanted === "first" && inner?.list === false)) break;
    else if (character === "{" || character === "[") {
      open.push({ list: character === "[", at: at++ });
      wanted = "first";
    } else if (token(textToken) || token(plainToken)) wanted = "next";
    else break;
  } while (open.length > 0);
  for (const { list, at: place } of open) if (!list) ends.set(place, -1);
  return at;
}
