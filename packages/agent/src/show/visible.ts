/**
 * What a terminal would obey instead of showing it, what changes the direction of the text beside it, and what cannot be seen
 * at all: control signs, bidi marks, zero-width signs (but the joiners of emoji and scripts), fillers, tag letters, selectors.
 */
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad]|\u034f|[\u061c\u115f\u1160]|\u17b4|\u17b5|\u180b|\u180c|\u180d|\u180e|\u180f|[\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\ufe00-\ufe0d]|[\u{e0000}-\u{e0fff}]|[\u{1d173}-\u{1d17a}]/gu;

/** What is seen as nothing or as a plain blank, but is at home in some texts: joiners, selectors of emoji, other blanks, broken signs. */
const deceiving =
  /[\u00a0\u1680\u2000-\u200a]|\u200c|\u200d|[\u202f\u205f\u2800\u3000]|\ufe0e|\ufe0f|[\ud800-\udfff]/gu;

/** So many blanks in a row stay as they are where somebody decides. */
const mostBlanks = 20;

/** A text of a file, a hook or a model with nothing in it that a terminal obeys: people decide by what they see. */
export function visible(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(hidden, escaped);
}

/** The same on one line, so that it cannot look like a line of ours. */
export function visibleLine(text: string): string {
  return visible(text).replaceAll("\n", "\\n").replaceAll("\t", " ");
}

/** The same where somebody decides by it: nothing is unseen, and no run of blanks pushes the rest out of sight. */
export function exactLine(text: string): string {
  return visibleLine(text)
    .replace(deceiving, escaped)
    .replace(/ {2,}/g, (run) => (run.length > mostBlanks ? `[${run.length} blanks]` : run));
}

/** JSON on one line in which nothing is left that a terminal obeys; what it means is the same. */
export function visibleJson(value: unknown): string {
  return JSON.stringify(value).replace(hidden, jsonEscaped);
}

/** Makes a stream of pieces visible: what may be half of a sign waits for the next piece. */
export function createVisibleStream(): (delta: string) => string {
  let held = "";
  return (delta) => {
    const text = held + delta;
    held = /[\r\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    return visible(text.slice(0, text.length - held.length));
  };
}

function escaped(sign: string): string {
  const code = (sign.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

function jsonEscaped(sign: string): string {
  return sign
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
