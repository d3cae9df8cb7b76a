import { rangesText } from "./code-ranges.ts";
import { anyButLineEnd, classAt, pieceAt } from "./linear-characters.ts";

/** Beyond this many instructions compiling alone takes too long; RE2 repeats nothing more often than `mostTimes`. */
const largest = 5_000;
const mostTimes = 1_000;

const group = /\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/y;
const quantifier = /(?:[*+?]|\{(\d+)(?:,(\d*))?\})\??/y;

function find(token: RegExp, source: string, at: number): RegExpExecArray | null {
  token.lastIndex = at;
  return token.exec(source);
}

/** Says a valid JavaScript pattern (no flags) in the words of RE2, for subjects without surrogates; null where that cannot be done surely. */
export function linearSyntax(source: string): string | null {
  let text = "";
  /** The size of each open group, the whole pattern first, and of what a quantifier would repeat. */
  const sizes = [0];
  let repeatable = 0;
  const grow = (by: number): void => {
    sizes.push((sizes.pop() ?? 0) + by);
  };

  let at = 0;
  while (at < source.length) {
    const character = source[at];
    const opening = find(group, source, at);
    const repeat = find(quantifier, source, at);
    if (opening) {
      text += "(?:";
      sizes.push(1);
      at += opening[0].length;
    } else if (character === "(") {
      return null;
    } else if (character === ")") {
      text += ")";
      repeatable = sizes.pop() ?? 0;
      grow(repeatable);
      at += 1;
    } else if (repeat) {
      const [written, least, most] = repeat;
      const times = Math.max(Number(least ?? 1), Number(most || 1));
      if (times > mostTimes) return null;
      text += written;
      grow(repeatable * (times - 1));
      at += written.length;
    } else if (character === "|") {
      text += "|";
      grow(1);
      at += 1;
    } else if (character === "^" || character === "$") {
      text += character === "^" ? "\\A" : "\\z";
      at += 1;
    } else if (character === "\\" && (source[at + 1] === "b" || source[at + 1] === "B")) {
      text += source.slice(at, at + 2);
      at += 2;
    } else {
      const piece =
        character === "."
          ? { ranges: anyButLineEnd(), length: 1 }
          : character === "["
            ? classAt(source, at)
            : pieceAt(source, at);
      if (!piece) return null;
      text += rangesText(piece.ranges);
      repeatable = 1;
      grow(1);
      at += piece.length;
    }
    if ((sizes.at(-1) ?? 0) > largest) return null;
  }
  return text;
}
