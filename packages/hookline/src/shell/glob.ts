/** One sign of a pattern: which character it takes, and whether it takes any number of them. */
export interface GlobSign {
  readonly any: boolean;
  accepts(character: string): boolean;
}

/** True if a text is what the signs say; takes no longer than signs times characters, whatever somebody wrote. */
export function fitsSigns(signs: readonly GlobSign[], text: string): boolean {
  const characters = [...text];
  let sign = 0;
  let at = 0;
  // Where to go on when what follows the last star does not fit: the star takes one character more.
  let star = -1;
  let taken = 0;
  while (at < characters.length) {
    const one = signs[sign];
    const character = characters[at] ?? "";
    if (one?.any) {
      star = sign++;
      taken = at;
    } else if (one?.accepts(character)) {
      sign++;
      at++;
    } else {
      if (star < 0 || !signs[star]?.accepts(characters[taken] ?? "")) return false;
      sign = star + 1;
      at = ++taken;
    }
  }
  return signs.slice(sign).every(({ any }) => any);
}

/** The signs of a pattern with `*`, `?` and `[abc]`, `[a-z]`, `[!abc]`, in which everything else stands for itself. */
export function globSigns(pattern: string): readonly GlobSign[] {
  return [...pattern.matchAll(/\[!?[^\]]+\]|./gsu)].map(([sign]) => {
    if (sign === "*" || sign === "?") return { any: sign === "*", accepts: () => true };
    if ([...sign].length === 1) return { any: false, accepts: (character) => character === sign };
    const negated = sign.startsWith("[!");
    const ranges = [...sign.slice(negated ? 2 : 1, -1).matchAll(/(.)-(.)|./gsu)];
    const isAmong = (character: string) =>
      ranges.some(([one, from = one, to = one]) => from <= character && character <= to);
    return { any: false, accepts: (character) => isAmong(character) !== negated };
  });
}
