import { looksSecret } from "./secrets.ts";

/** What stands where a secret was. */
export const redacted = "[redacted]";

/** Between a name and its value: `NAME=`, `"name": `, `--name `; inside of a JSON text the quotes are escaped. */
const between = /(?:\\*["'])?\s*(?:=>|:=|[=:])\s*|\s+/y;
const valueAfter = /\\+"[\s\S]*?(?:\\+"|$)|"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|[^\s"'`;|&<>()]+/y;

/** A value that only names a variable, or asks a program, gives nothing away. */
const reference = /^["']?\$(?:\w+|\{\w+\})?["']?$/;
const plain = /^(?:true|false|null|none|undefined)[,}\]]*$/i;
const count = /^["']?[\d.,_]+[}\]]*["']?$/;

/** What is longer is no name: an encoded file, perhaps. */
const longestName = 200;

/** Parts of names that have the letters of a secret's name and nothing else of it. */
const harmlessPart =
  /key(?:board|word|stroke|down|up|press|frame|map|note|code)|(?:hot|mon|don|tur|hoc|joc|whis)key|tokeni[sz]/gi;

/** True for a name whose value is a secret, in whatever style it is written: `API_KEY`, `apiKey`, `--api-key`. */
export function isSecretName(name: string): boolean {
  if (name.length > longestName) return false;
  let answer = names.get(name);
  if (answer === undefined) {
    // The same few names stand in every line of a log.
    if (names.size >= 1_000) names.clear();
    answer = saysSecret(name);
    // A copy: a part of a text would keep all of the text in memory.
    names.set(` ${name}`.slice(1), answer);
  }
  return answer;
}

const names = new Map<string, boolean>();

function saysSecret(name: string): boolean {
  const words = name
    .replace(/^[-.]+/, "")
    .replaceAll(harmlessPart, "")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[-.]/g, "_");
  return looksSecret(words, "");
}

/** True for a number of tokens, which is no token. */
export function isCount(name: string, value: string | number): boolean {
  return /tokens?$/i.test(name) && (typeof value === "number" || count.test(value));
}

const patterns = new Map<string, RegExp>();

/** One expression for the hints of a text: the fewer there are, the faster it is. */
function patternOf(hints: readonly string[]): RegExp {
  const source = [...hints].sort().map(sourceOf).join("|");
  const pattern = patterns.get(source) ?? new RegExp(source, "gi");
  if (patterns.size > 500) patterns.clear();
  patterns.set(source, pattern);
  return pattern;
}

/** Many words begin with these; a secret's name ends with them. */
function sourceOf(hint: string): string {
  return /^(?:pat|dsn|.ur[li])$/.test(hint) ? `${hint.replace(".", "\\.")}(?!\\w)` : hint;
}

/** A text without the values that a secret's name stands before; the hints are parts of such names that stand in it. */
export function withoutNamed(text: string, hints: readonly string[]): string {
  if (hints.length === 0) return text;
  const hint = patternOf(hints);
  let shown = "";
  let done = 0;
  hint.lastIndex = 0;
  for (let found = hint.exec(text); found; found = hint.exec(text)) {
    let start = found.index;
    while (start > done && isNamePart(text.charCodeAt(start - 1))) start--;
    let end = hint.lastIndex;
    while (isNamePart(text.charCodeAt(end))) end++;
    hint.lastIndex = end;
    const value = valueBehind(text, text.slice(start, end), end);
    if (!value) continue;
    shown += text.slice(done, value.start) + value.shown;
    done = value.start + value.length;
    hint.lastIndex = done;
  }
  return done === 0 ? text : shown + text.slice(done);
}

function valueBehind(text: string, name: string, end: number) {
  between.lastIndex = end;
  const gap = between.exec(text)?.[0];
  // White space alone is between an option and its value, and between any two words.
  if (gap === undefined || (gap.trim() === "" && !name.startsWith("--"))) return null;
  if (!isSecretName(name)) return null;
  const start = end + gap.length;
  valueAfter.lastIndex = start;
  const value = valueAfter.exec(text)?.[0];
  if (value === undefined || value.includes(redacted)) return null;
  if (reference.test(value) || plain.test(value) || isCount(name, value)) return null;
  // What is called is code.
  if (/\w$/.test(value) && text[start + value.length] === "(") return null;
  const quote = /^(\\*["'])[\s\S]*\1$/.exec(value)?.[1] ?? "";
  return { start, length: value.length, shown: `${quote}${redacted}${quote}` };
}

/** Letters, digits, `_`, `.` and `-`. */
function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 45 ||
    code === 46
  );
}
