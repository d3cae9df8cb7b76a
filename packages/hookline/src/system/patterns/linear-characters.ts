import { later } from "../../contract/later.ts";
import { type CodeRange, complement } from "./code-ranges.ts";

/** One character, set or class of a pattern: what it stands for, and how long it is written. */
export interface Piece {
  readonly ranges: readonly CodeRange[];
  readonly length: number;
}

const digits: readonly CodeRange[] = [[48, 57]];
const wordCharacters: readonly CodeRange[] = [...digits, [65, 90], [95, 95], [97, 122]];
const oneByOne = (codes: readonly number[]): CodeRange[] => codes.map((code) => [code, code]);
const spaces: readonly CodeRange[] = [
  [9, 13],
  ...oneByOne([0x20, 0xa0, 0x1680]),
  [0x2000, 0x200a],
  ...oneByOne([0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff]),
];
const sets = later((): { readonly [letter: string]: readonly CodeRange[] } => ({
  d: digits,
  D: complement(digits),
  w: wordCharacters,
  W: complement(wordCharacters),
  s: spaces,
  S: complement(spaces),
}));
const controls: { readonly [letter: string]: number } = { t: 9, n: 10, v: 11, f: 12, r: 13 };

/** What `.` stands for. */
export const anyButLineEnd: () => readonly CodeRange[] = later(() =>
  complement(oneByOne([10, 13, 0x2028, 0x2029])),
);

// A surrogate is half a character to JavaScript without flags, and none at all to RE2.
const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

function single(code: number, length: number): Piece | null {
  return isSurrogate(code) ? null : { ranges: [[code, code]], length };
}

/** The character or escape at this place; null if RE2 has nothing that surely means the same. */
export function pieceAt(source: string, at: number): Piece | null {
  if (source[at] !== "\\") return single(source.charCodeAt(at), 1);
  const letter = source[at + 1] ?? "";
  const set = sets()[letter];
  if (set) return { ranges: set, length: 2 };
  const named = controls[letter];
  if (named !== undefined) return single(named, 2);
  if (letter === "0" && !/\d/.test(source[at + 2] ?? "")) return single(0, 2);
  const numbered = /^\\(?:c([A-Za-z])|x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4}))/.exec(source.slice(at, at + 6));
  if (numbered) {
    const [text, control, byte, unit] = numbered;
    const code = control ? control.charCodeAt(0) % 32 : Number.parseInt(byte ?? unit ?? "", 16);
    return single(code, text.length);
  }
  return /[A-Za-z0-9]/.test(letter) ? null : single(source.charCodeAt(at + 1), 2);
}

const inClass = (source: string, at: number): Piece | null =>
  source.startsWith("\\b", at) ? single(8, 2) : pieceAt(source, at);

const onlyCode = (piece: Piece): number | null => {
  const [range, second] = piece.ranges;
  return range && !second && range[0] === range[1] ? range[0] : null;
};

/** The class that begins at this place; null if RE2 has nothing that surely means the same. */
export function classAt(source: string, at: number): Piece | null {
  const negated = source[at + 1] === "^";
  let end = at + (negated ? 2 : 1);
  const ranges: CodeRange[] = [];
  while (source[end] !== "]") {
    const low = inClass(source, end);
    if (!low) return null;
    end += low.length;
    if (source[end] !== "-" || source[end + 1] === "]") {
      ranges.push(...low.ranges);
      continue;
    }
    const high = inClass(source, end + 1);
    const first = onlyCode(low);
    const last = high && onlyCode(high);
    // A set at the end of a range (`[\d-x]`) makes the hyphen a character, in JavaScript only.
    if (!high || first === null || last === null) return null;
    ranges.push([first, last]);
    end += 1 + high.length;
  }
  return { ranges: negated ? complement(ranges) : ranges, length: end + 1 - at };
}
