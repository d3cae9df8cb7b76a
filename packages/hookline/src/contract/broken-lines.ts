/** A break in a long word, as programs make it that write base64 in lines of 64 or 76 characters; in JSON it is escaped. */
const lineBreak = /(?:\r?\n|(?:\\r)?\\n)(?<=[\w+/-]{60}(?:\r?\n|(?:\\r)?\\n))(?=[\w+/-])/g;

/** A text whose broken words are whole again. */
export interface Joined {
  readonly text: string;
  /** Where a character of it stands in the text that was given. */
  place(index: number): number;
}

/** Takes the breaks out of long words; null if there are none. */
export function joinLines(text: string): Joined | null {
  const breaks = [...text.matchAll(lineBreak)];
  if (breaks.length === 0) return null;
  const parts: { readonly at: number; readonly from: number }[] = [{ at: 0, from: 0 }];
  let joined = "";
  let from = 0;
  for (const { index, 0: sign } of breaks) {
    joined += text.slice(from, index);
    from = index + sign.length;
    parts.push({ at: joined.length, from });
  }
  return {
    text: joined + text.slice(from),
    place(index) {
      const part = parts.findLast(({ at }) => at <= index);
      return part ? part.from + index - part.at : index;
    },
  };
}
