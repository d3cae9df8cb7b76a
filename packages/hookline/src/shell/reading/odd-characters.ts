/** Never harmless: they hide or reorder what people see, end texts early, or steer terminals. */
const anywhere =
  /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\uE000\uE001\u{E0000}-\u{E007F}]/u;

/** Blank or invisible for people and part of a word for shells; fine inside quotes. */
const unquoted =
  /\r|\u00a0|\u00ad|\u034f|[\u115f\u1160]|\u1680|\u17b4|\u17b5|\u180e|[\u2000-\u200c]|\u200d|\u202f|[\u205f-\u2064]|\u3000|\u3164|\ufeff|\uffa0/;

const names: ReadonlyMap<string, string> = new Map([
  ["\0", "a NUL character"],
  ["\r", "a carriage return"],
  ["\x1b", "an escape character"],
  ["\u00a0", "a no-break space"],
  ["\u00ad", "a soft hyphen"],
  ["\u200b", "a zero-width space"],
  ["\u200c", "a zero-width non-joiner"],
  ["\u200d", "a zero-width joiner"],
  ["\u202e", "a right-to-left override"],
  ["\u2028", "a line separator"],
  ["\u3000", "an ideographic space"],
  ["\ufeff", "a byte order mark"],
]);

/** What is wrong with a text wherever it stands, or null. */
export const oddAnywhere = (text: string): string | null => sentence(anywhere, text);

/** What is wrong with a text outside quotes, or null. */
export const oddUnquoted = (text: string): string | null => sentence(unquoted, text);

function sentence(pattern: RegExp, text: string): string | null {
  const [character] = pattern.exec(text) ?? [];
  if (character === undefined) return null;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `it holds ${names.get(character) ?? "a character that people do not see as shells do"} (U+${code})`;
}
