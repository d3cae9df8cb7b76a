import { type CodeRange, complement, rangesText } from "./code-ranges.ts";

/** A JavaScript pattern in the words of RE2, meaning the same for every subject without surrogates. */
export interface LinearSyntax {
  readonly source: string;
  /** About how many instructions it becomes. */
  readonly size: number;
  /** So few loops, none inside another, that JavaScript needs no watching on a short subject. */
  readonly harmless: boolean;
}

const digits: readonly CodeRange[] = [[48, 57]];
const wordCharacters: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const lineEnds: readonly CodeRange[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const spaces: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const sets: { readonly [letter: string]: readonly CodeRange[] } = {
  d: digits,
  D: complement(digits),
  w: wordCharacters,
  W: complement(wordCharacters),
  s: spaces,
  S: complement(spaces),
};
const controls: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Beyond this many instructions compiling alone takes too long. */
const largest = 5_000;

interface Piece {
  readonly ranges: readonly CodeRange[];
  readonly length: number;
}

const code = (value: number, length: number): Piece => ({ ranges: [[value, value]], length });

/** One character or escape at this place, inside or outside a class; null if RE2 has nothing that surely means the same. */
function piece(source: string, at: number): Piece | null {
  const unit = source.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff) return null;
  if (source[at] !== "\\") return code(unit, 1);
  const letter = source[at + 1] ?? "";
  const set = sets[letter];
  if (set) return { ranges: set, length: 2 };
  const control = controls[letter];
  if (control !== undefined) return code(control, 2);
  if (letter === "0") return /\d/.test(source[at + 2] ?? "") ? null : code(0, 2);
  const numbered = /^\\(?:c([A-Za-z])|x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(source.slice(at, at + 6));
  if (numbered) {
    const [text, letterOfControl, ...hexadecimal] = numbered;
    const value = letterOfControl
      ? letterOfControl.charCodeAt(0) % 32
      : Number.parseInt(hexadecimal.join(""), 16);
    return value >= 0xd800 && value <= 0xdfff ? null : code(value, text.length);
  }
  const escaped = source.charCodeAt(at + 1);
  if (/[A-Za-z0-9]/.test(letter) || (escaped >= 0xd800 && escaped <= 0xdfff)) return null;
  return code(escaped, 2);
}

function characterClass(source: string, at: number): Piece | null {
  const negated = source[at + 1] === "^";
  let end = at + (negated ? 2 : 1);
  const ranges: CodeRange[] = [];
  while (source[end] !== "]") {
    const low = source.startsWith("\\b", end) ? code(8, 2) : piece(source, end);
    if (!low) return null;
    end += low.length;
    const isRange = source[end] === "-" && source[end + 1] !== "]";
    if (!isRange) {
      ranges.push(...low.ranges);
      continue;
    }
    const high = source.startsWith("\\b", end + 1) ? code(8, 2) : piece(source, end + 1);
    const [first] = low.ranges;
    const [last] = high?.ranges ?? [];
    // A set as the end of a range (`[\d-x]`) is left to JavaScript.
    if (!high || !first || !last || /\\[dDwWsS]/.test(source.slice(end - low.length, end + 1 + high.length)))
      return null;
    ranges.push([first[0], last[1]]);
    end += 1 + high.length;
  }
  return { ranges: negated ? complement(ranges) : ranges, length: end + 1 - at };
}

const group = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;

function find(token: RegExp, source: string, at: number): RegExpExecArray | null {
  token.lastIndex = at;
  return token.exec(source);
}

/** Says a valid JavaScript pattern (no flags) in the words of RE2; null where that cannot be done surely. */
export function linearSyntax(source: string): LinearSyntax | null {
  let text = "";
  let loops = 0;
  let harmless = true;
  /** The sizes of the open groups, and of the last thing that a quantifier may follow. */
  const sizes = [0];
  let last = 0;
  const grow = (by: number) => sizes.push((sizes.pop() ?? 0) + by);

  for (let at = 0; at < source.length; ) {
    const character = source[at];
    const opened = character === "(" ? find(group, source, at) : null;
    const repeated = opened ? null : find(quantifier, source, at);
    let length = 1;
    if (opened) {
      text += "(?:";
      sizes.push(1);
      length = opened[0].length;
    } else if (character === "(") {
      return null;
    } else if (character === ")") {
      text += ")";
      last = sizes.pop() ?? 0;
      grow(last);
    } else if (repeated) {
      const [whole, low, , high] = repeated;
      const times = Math.max(Number(low ?? 1), Number(high || 1));
      if (times > 1_000) return null;
      text += whole;
      loops += 1;
      if (source[at - 1] === ")" && text.at(-whole.length - 1) === ")") harmless = false;
      grow(last * (times - 1));
      length = whole.length;
    } else if (character === "|") {
      text += "|";
      grow(1);
    } else if (character === "^") {
      text += "\\A";
    } else if (character === "$") {
      text += "\\z";
    } else if (/^\\[bB]/.test(source.slice(at, at + 2))) {
      text += source.slice(at, at + 2);
      length = 2;
    } else {
      const found =
        character === "."
          ? { ranges: complement(lineEnds), length: 1 }
          : character === "["
            ? characterClass(source, at)
            : piece(source, at);
      if (!found) return null;
      text += rangesText(found.ranges);
      length = found.length;
      last = 1;
      grow(1);
    }
    at += length;
    if ((sizes.at(-1) ?? 0) > largest) return null;
  }
  return { source: text, size: sizes[0] ?? 0, harmless: harmless && loops <= 2 && (sizes[0] ?? 0) <= 500 };
}
