/** A test for texts in which `*` stands for any text and `\*` for itself; linear but for the number of stars. */
export function wildcard(pattern: string): (text: string) => boolean {
  const pieces = pattern.split(/(?<!\\)\*/).map((piece) => piece.replaceAll("\\*", "*"));
  const [first = "", ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return (text) => text === first;
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return at + last.length <= text.length;
  };
}
