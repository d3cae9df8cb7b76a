/** Escapes, classes, what opens a group, what repeats, and any other character. */
const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[:=!]?|(?<repeat>[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

const longest = 1_000;

/** The longest subject that these patterns are tried on is 2⁸ letters; so many steps are quick, as a power of two, where a choice counts twice. */
const quick = { letters: 8, choice: 2, steps: 24 };

/** How much a part of a pattern can try at one place: loops go through the subject, choices are made or not. */
interface Tries {
  readonly loops: number;
  readonly choices: number;
}

const nothing: Tries = { loops: 0, choices: 0 };

/** True for a valid pattern so simple that JavaScript is quick on every short subject: few loops, none over a group, nothing that looks back. */
export function isHarmless(source: string): boolean {
  if (source.length > longest) return false;
  const tokens = [...source.matchAll(token)].map(({ 0: text, groups }) => ({
    text,
    repeats: groups?.repeat !== undefined,
  }));
  if (tokens.some(({ text }) => /^\\[1-9k]/.test(text))) return false;
  let at = 0;
  /** One of several parts that a group, or the whole, is made of; the first token of each says whether it begins where the subject does. */
  const read = (depth: number): { readonly tries: Tries; readonly anchored: boolean } | null => {
    let [whole, here, anchored] = [nothing, nothing, true];
    let last: Tries | null = null;
    let first = true;
    let begins = false;
    for (; at < tokens.length; at++) {
      const { text, repeats } = tokens[at] ?? { text: "", repeats: false };
      if (first) begins = text === "^";
      first = false;
      if (text === ")" && depth > 0) break;
      if (text === "|") {
        whole = larger(whole, here);
        anchored &&= begins;
        here = nothing;
        first = true;
        last = null;
      } else if (text.startsWith("(") && !text.startsWith("\\")) {
        at += 1;
        const inside = read(depth + 1);
        if (!inside) return null;
        here = added(here, inside.tries);
        last = inside.tries;
      } else if (repeats) {
        // What may be left out is a choice, also of a group; what is repeated must be one letter.
        if (!text.startsWith("?") && last !== null) return null;
        here = added(here, text.startsWith("?") ? { loops: 0, choices: 1 } : { loops: 1, choices: 0 });
        last = null;
      } else last = null;
    }
    return { tries: larger(whole, here), anchored: anchored && begins };
  };
  const all = read(0);
  if (!all || at < tokens.length) return false;
  const { loops, choices } = all.tries;
  return quick.letters * (loops + (all.anchored ? 0 : 1)) + quick.choice * choices <= quick.steps;
}

function added(one: Tries, other: Tries): Tries {
  return { loops: one.loops + other.loops, choices: one.choices + other.choices };
}

/** Of two ways, the one that tries more; of both, each number is the larger one. */
function larger(one: Tries, other: Tries): Tries {
  return { loops: Math.max(one.loops, other.loops), choices: Math.max(one.choices, other.choices) };
}
