/** Escapes, classes, what opens a group, what repeats, and any other character. */
const token = /\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[:=!]?|(?<repeat>[*+?]|\{\d+(?:,\d*)?\})\??|[\s\S]/g;

const mostLoops = 2;
const longest = 1_000;

/** True for a valid pattern so simple that JavaScript is quick on every short subject: few loops, none over a group, nothing that looks back. */
export function isHarmless(source: string): boolean {
  if (source.length > longest) return false;
  let loops = 0;
  let previous = "";
  for (const { 0: text, groups } of source.matchAll(token)) {
    if (/^\\[1-9k]/.test(text)) return false;
    if (groups?.repeat !== undefined) {
      loops += 1;
      if (previous === ")" || loops > mostLoops) return false;
    }
    previous = text;
  }
  return true;
}
