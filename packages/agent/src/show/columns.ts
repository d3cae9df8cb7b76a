/** Signs that take two columns: East Asian wide and fullwidth ones. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]/u;
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[0-9#*]\ufe0f?\u20e3/u;
const nothing = /^(?:\p{M}|\u200c|\u200d|[\ufe00-\ufe0f])+$/u;
const simple = /^[\x20-\x7e]*$/;
const signs = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many columns of a terminal a text takes; colours in it count nothing. */
export function columnsOf(text: string): number {
  const bare = text.replaceAll(/\u001b\[[0-9;]*m/g, "");
  if (simple.test(bare)) return bare.length;
  let columns = 0;
  for (const { segment } of signs.segment(bare)) columns += columnsOfSign(segment);
  return columns;
}

/** The beginning of a text that fits into so many columns, with `…` where it was cut. */
export function cut(text: string, columns: number): string {
  if (columns <= 0) return "";
  // No sign is longer than this many units, so what lies behind need not be looked at.
  const near = text.slice(0, columns * 32);
  if (near.length === text.length && columnsOf(text) <= columns) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of signs.segment(near)) {
    used += columnsOfSign(segment);
    if (used > columns - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** A text filled up with spaces to so many columns, or cut to them. */
export function fit(text: string, columns: number): string {
  const short = cut(text, columns);
  return short + " ".repeat(Math.max(0, columns - columnsOf(short)));
}

function columnsOfSign(sign: string): number {
  if (nothing.test(sign)) return 0;
  return wide.test(sign) || emoji.test(sign) ? 2 : 1;
}
