/** Where a text was cut, with the line that says so. */
const cutMark = /(\n…[^\n]*(?:\n|$))/;
/** A text of this length may have been cut without a word. */
const suspicious = 4_000;

/** Hides the beginning of a value that a cut left at an end, and the end of one that it left at a beginning; values have at least `shortest` characters. */
export function hideCutValues(
  text: string,
  values: readonly string[],
  shortest: number,
  instead: string,
): string {
  if (text.length < suspicious && !text.includes("\n…")) return text;
  const parts = text.split(cutMark);
  const shown = parts.map((part, index) => {
    if (index % 2 === 1 || part.length < shortest) return part;
    const after = index > 0 ? withoutEndOf(part, values, shortest, instead) : part;
    const isCut = index < parts.length - 1 || text.length >= suspicious;
    return isCut ? withoutBeginOf(after, values, shortest, instead) : after;
  });
  return shown.join("");
}

function withoutBeginOf(part: string, values: readonly string[], shortest: number, instead: string): string {
  const last = part.slice(-shortest);
  let length = 0;
  for (const value of values) {
    for (let at = value.indexOf(last); at >= 0; at = value.indexOf(last, at + 1)) {
      const known = at + shortest;
      if (known > length && part.endsWith(value.slice(0, known))) length = known;
    }
  }
  return length === 0 ? part : part.slice(0, -length) + instead;
}

function withoutEndOf(part: string, values: readonly string[], shortest: number, instead: string): string {
  const first = part.slice(0, shortest);
  let length = 0;
  for (const value of values) {
    for (let at = value.indexOf(first); at >= 0; at = value.indexOf(first, at + 1)) {
      const rest = value.slice(at);
      if (rest.length > length && part.startsWith(rest)) length = rest.length;
    }
  }
  return length === 0 ? part : instead + part.slice(length);
}
