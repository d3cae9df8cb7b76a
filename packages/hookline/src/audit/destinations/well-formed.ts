/** A text that can be written as UTF-8: half a surrogate pair becomes the sign for what cannot be shown. */
export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
