/** What a terminal would obey instead of showing it, and what changes the direction of the text beside it. */
const hidden = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text of a file, a hook or a model with nothing in it that a terminal obeys: people decide by what they see. */
export function visible(text: string): string {
  return text.replace(hidden, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** The same on one line, so that it cannot look like a line of ours. */
export function visibleLine(text: string): string {
  return visible(text.replaceAll("\n", "\\n"));
}
