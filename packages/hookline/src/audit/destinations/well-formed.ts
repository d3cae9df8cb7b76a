/** A text that can be written as UTF-8: half a surrogate pair becomes the sign for what cannot be shown. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Many hooks may have said the same; the whole of it is in the record. */
const longest = 1000;

/** A text as one line, without what would begin a line of its own or move the cursor at the other end. */
export function plainLine(text: string): string {
  return wellFormed(text.slice(0, longest).replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "));
}
