/** Escapes, classes, what opens a group, what repeats, and any other character. */
const token =
  /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:<?[=!]|:|<\w+>)?|(?<repeat>[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

const longest = 1_000;

/**
 * What is counted: the letters of the longest subject that these patterns are tried on, what a letter of the pattern takes beside a turn of
 * a loop, and what a choice counts for. So many steps are done in some ten milliseconds.
 */
const counted = { letters: 256, letter: 1 / 32, choice: 4, most: 2 ** 26 };

/** What a part of a pattern takes at one place at worst: the steps in it, and the ways that lead through it, each of which tries all that follows. */
interface Tries {
  readonly steps: number;
  readonly ways: number;
}

/** One of several parts, and the token that surely begins it; empty if none does. */
interface Part extends Tries {
  readonly begins: string;
}

const nothing: Tries = { steps: 0, ways: 1 };
const oneLetter: Tries = { steps: counted.letter, ways: 1 };
const loop: Tries = { steps: counted.letters, ways: counted.letters };
const choice: Tries = { steps: 0, ways: counted.choice };

/** True for a valid pattern so simple that JavaScript is quick on every short subject: few loops and choices, no loop over a group, nothing that looks back. */
export function isHarmless(source: string): boolean {
  if (source.length > longest) return false;
  const tokens = [...source.matchAll(token)].map(({ 0: text, groups }) => ({
    text,
    repeats: groups?.repeat !== undefined,
  }));
  if (tokens.some(({ text }) => /^\\[1-9k]/.test(text))) return false;
  let at = 0;
  /** The parts of a group, or of the whole, of which one must fit. */
  const read = (depth: number): readonly Part[] | null => {
    const parts: Part[] = [];
    let here = nothing;
    let start = at;
    let afterGroup = false;
    const add = (next: Tries, group = false) => {
      here = then(here, next);
      afterGroup = group;
    };
    const end = () => {
      const [first, second] = [tokens[start], start + 1 < at ? tokens[start + 1] : undefined];
      const begins = start === at || second?.repeats ? "" : (first?.text ?? "");
      parts.push({ ...here, begins });
      here = nothing;
      start = at + 1;
      afterGroup = false;
    };
    for (; at < tokens.length; at++) {
      const { text, repeats } = tokens[at] ?? { text: "", repeats: false };
      if (text === ")" && depth > 0) break;
      // A group of a kind that is not known here.
      if (text === "(?") return null;
      if (text === "|") end();
      else if (text.startsWith("(")) {
        at += 1;
        const inside = read(depth + 1);
        if (!inside) return null;
        add(oneOf(inside), true);
      } else if (!repeats) add(oneLetter);
      // What may be left out is a choice, also of a group; what is repeated must be one letter.
      else if (text.startsWith("?")) add(choice);
      else if (afterGroup) return null;
      else add(loop);
    }
    end();
    return parts;
  };
  const all = read(0);
  if (!all || at < tokens.length) return false;
  const { steps, ways } = oneOf(all);
  const places = all.every(({ begins }) => begins === "^") ? 1 : counted.letters;
  return (steps + ways) * places <= counted.most;
}

/** One after the other: each way through the first tries all of the second. */
function then(first: Tries, second: Tries): Tries {
  return { steps: first.steps + first.ways * second.steps, ways: first.ways * second.ways };
}

/** One of several: where more than one fits, each is tried, and to turn back takes longer than a turn of a loop. */
function oneOf(parts: readonly Part[]): Tries {
  const starts = new Set(parts.map(({ begins }) => begins));
  const oneFits = parts.length === 1 || (starts.size === parts.length && !parts.some(isOpen));
  let [steps, sum, largest] = [0, 0, 0];
  for (const { steps: own, ways } of parts) {
    steps += own;
    sum += ways;
    largest = Math.max(largest, ways);
  }
  return { steps, ways: oneFits ? largest : 2 * sum };
}

/** True if it may begin with a letter that others begin with. */
function isOpen({ begins }: Part): boolean {
  return !/^[A-Za-z0-9]$/.test(begins);
}
