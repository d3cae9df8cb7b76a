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
  const lengths = values.map((value) => (value.includes(last) ? overlap(part, value) : 0));
  const length = longest(lengths, shortest);
  return length === 0 ? part : part.slice(0, -length) + instead;
}

function withoutEndOf(part: string, values: readonly string[], shortest: number, instead: string): string {
  const first = part.slice(0, shortest);
  const lengths = values.map((value) => (value.includes(first) ? overlap(value, part) : 0));
  const length = longest(lengths, shortest);
  return length === 0 ? part : instead + part.slice(length);
}

function longest(lengths: readonly number[], shortest: number): number {
  const most = lengths.reduce((one, other) => Math.max(one, other), 0);
  return most < shortest ? 0 : most;
}

/** How much of the end of one text is the beginning of another (Knuth, Morris and Pratt: values may repeat themselves). */
function overlap(left: string, right: string): number {
  const size = Math.min(left.length, right.length);
  const back = new Uint32Array(size);
  const grown = (matched: number, sign: number): number => {
    let length = matched;
    while (length > 0 && (length === size || right.charCodeAt(length) !== sign))
      length = back[length - 1] ?? 0;
    return right.charCodeAt(length) === sign ? length + 1 : length;
  };
  for (let at = 1; at < size; at++) back[at] = grown(back[at - 1] ?? 0, right.charCodeAt(at));
  let length = 0;
  for (let at = left.length - size; at < left.length; at++) length = grown(length, left.charCodeAt(at));
  return length;
}
