/** One command of a line, and what stands in front of it (empty for the first). */
export interface PlainPart {
  readonly words: readonly string[];
  readonly after: "" | "&&" | "||" | "|" | ";";
}

const word = /^[\w./:@,+=-]+$/;
const quiet: ReadonlySet<string> = new Set(["2>&1", "2>/dev/null", ">/dev/null", "&>/dev/null"]);

/**
 * The commands of a line that is made of plain words alone: no quotes, no variables, no patterns, no files that are written. What
 * is in them needs no shell to be known. Null for every other line.
 */
export function plainLine(command: string): readonly PlainPart[] | null {
  const parts: { words: string[]; after: PlainPart["after"] }[] = [{ words: [], after: "" }];
  const tokens = command
    .replace(/;/g, " ; ")
    .split(/[ \t]+/)
    .filter((token) => token !== "");
  for (const token of tokens) {
    if (token === "&&" || token === "||" || token === "|" || token === ";")
      parts.push({ words: [], after: token });
    else if (word.test(token)) parts.at(-1)?.words.push(token);
    else if (!quiet.has(token)) return null;
  }
  if (parts.at(-1)?.after === ";" && parts.at(-1)?.words.length === 0) parts.pop();
  const sound = parts.every(({ words: [program = ""] }) => program !== "" && !program.includes("="));
  return sound ? parts : null;
}
