/** A text in single quotes: for a shell one word, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
