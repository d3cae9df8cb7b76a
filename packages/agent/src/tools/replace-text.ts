/** The new text and the number of places, or why there is none. */
export type Replacement = { readonly text: string; readonly count: number } | { readonly problem: string };

/** Replaces one place, or all; what a model writes with `\n` fits lines that end with `\r\n`, and gets their ends. */
export function replaceText(text: string, old: string, put: string, all: boolean): Replacement {
  if (old === "") return { problem: "old_string is empty, use write_file for a new file" };
  if (old === put) return { problem: "old_string and new_string are the same, nothing would change" };
  for (const [from, to] of variants(text, old, put)) {
    const parts = text.split(from);
    const count = parts.length - 1;
    if (count === 0) continue;
    const isUnique = text.indexOf(from) === text.lastIndexOf(from);
    if (!isUnique && !all)
      return { problem: "old_string is there more than once, take in lines around it or set replace_all" };
    return { text: parts.join(to), count };
  }
  return { problem: "old_string is not in the file" };
}

function variants(text: string, old: string, put: string): readonly (readonly [string, string])[] {
  const windows = (one: string) => one.replace(/\r?\n/g, "\r\n");
  const asWindows = [windows(old), windows(put)] as const;
  if (!text.includes("\r\n")) return [[old, put]];
  // Where every line ends so, new lines do too; where only some do, what is written exactly comes first.
  return /(^|[^\r])\n/.test(text) ? [[old, put], asWindows] : [asWindows];
}
