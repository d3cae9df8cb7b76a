/**
 * While a text is read, what is not known of it is one character of Unicode's private use. So texts with gaps are plain strings:
 * they can be joined, split, stored in variables and read again as shell.
 */

/** Stands for what the environment holds: the text that is read did not put it together. */
export const given = "\uE000";

/** Stands for what the text itself computes: the output of a program, a variable that was read. */
export const computed = "\uE001";

const gap = /[\uE000\uE001]/;
const gaps = /[\uE000\uE001]+/g;

/** True if all of it is known. */
export const isKnown = (text: string): boolean => !gap.test(text);

/** All of it if that is known, else null. */
export const knownText = (text: string): string | null => (isKnown(text) ? text : null);

/** What it surely begins with. */
export function beginning(text: string): string {
  const at = text.search(gap);
  return at < 0 ? text : text.slice(0, at);
}

/** What it surely ends with. */
export function ending(text: string): string {
  let at = text.length;
  while (at > 0 && text[at - 1] !== given && text[at - 1] !== computed) at -= 1;
  return text.slice(at);
}

/** As people may read it. */
export const shown = (text: string): string => text.replace(gaps, "…");
