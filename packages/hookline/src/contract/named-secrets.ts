import {
  endOf,
  headAt,
  isHarmless,
  isVersion,
  looksRandom,
  redacted,
  standsAlone,
  type ValueHead,
} from "./named-values.ts";
import { looksSecret } from "./secrets.ts";

/**
 * Between a name and its value: `NAME=`, `"name": `, `--name `; inside of a JSON text the quotes are escaped. `==` compares, and what
 * stands behind `::` is a name again.
 */
const between = /(?:\\*["'])?\s*(?:=>|:=|=(?!=)|:(?!:))\s*|(?:[^\S\n]|\\\r?\n)+/y;
const count = /^[\d.,_]+[}\]]*$/;

/** What is longer is no name: an encoded file, perhaps. */
const longestName = 200;

/** Parts of names that have the letters of a secret's name and nothing else of it. */
const harmlessPart =
  /key(?:board|word|stroke|down|up|press|frame|map|note|code)|(?:hot|mon|don|tur|hoc|joc|whis)key|tokeni[sz]|tiktoken/gi;

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
    const value = valueBehind(text, start, end);
    if (!value) continue;
    shown += text.slice(done, value.start) + value.shown;
    done = value.end;
    hint.lastIndex = done;
  }
  return done === 0 ? text : shown + text.slice(done);
}

/** Where the secret behind a name lies and what is shown for it; null if there is none. */
function valueBehind(text: string, begin: number, end: number): Hidden | null {
  between.lastIndex = end;
  const gap = between.exec(text)?.[0];
  if (gap === undefined) return null;
  const name = text.slice(begin, end);
  // White space alone is between an option and its value, and between any two words.
  if (!/[=:]/.test(gap) && !name.startsWith("--")) return null;
  if (!isSecretName(name) || (name.length >= 20 && encoded.test(name))) return null;
  const start = end + gap.length;
  const head = headAt(text, start);
  if (!head || isHarmless(head.body) || isCount(name, head.body) || isPlaceholder(head.body)) return null;
  if (!isTold({ text, begin, name, gap, start, head })) return null;
  const { end: stop, isClosed } = endOf(text, start, head.quote);
  // What is called is code.
  const isCalled = head.quote === "" && text[stop] === "(" && /\w$/.test(head.body);
  return isCalled
    ? { start: stop, end: stop, shown: "" }
    : { start, end: stop, shown: `${head.quote}${redacted}${isClosed ? head.quote : ""}` };
}

interface Hidden {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

/** A part of a hash, or of an encoded file, that has the letters of a name by chance. */
const encoded = /^(?=.{0,199}\d)(?=.{0,199}[a-z])(?=.{0,199}[A-Z])[A-Za-z0-9]{20,}$/;

/** The name of a secret in the place of one: `--token TOKEN`, `key: "API_KEY"`. */
function isPlaceholder(body: string): boolean {
  return /^[A-Z][A-Z_]*$/.test(body) && isSecretName(body);
}

/** Names that stand in any program and in any sentence, and those of many things. */
const everyday = /(?:^|\.)(?:key|token|cookie)$|(?:keys|tokens|cookies)$/i;

/** True if name, sign and value together tell a secret; in code and in sentences a name alone stands before anything. */
function isTold(place: {
  readonly text: string;
  readonly begin: number;
  readonly name: string;
  readonly gap: string;
  readonly start: number;
  readonly head: ValueHead;
}): boolean {
  const { text, begin, name, gap, start, head } = place;
  const { quote, body } = head;
  // A name in quotes is one of JSON, whatever the space behind it.
  const isSpaced = /\s/.test(gap) && !/["']/.test(gap);
  const isOption = name.startsWith("--") && (gap === "=" || !/[=:]/.test(gap));
  // `?token=word` in a URL, `TOKEN=word` in a shell.
  if (isOption || (gap === "=" && (/[?&]/.test(text[begin - 1] ?? "") || /^[A-Z_]+$/.test(name))))
    return true;
  if (quote !== "" && isVersion(body)) return false;
  if (everyday.test(name)) return looksRandom(body, isSpaced && quote === "" ? 16 : 6);
  if (quote !== "" || !isSpaced) return true;
  return looksRandom(body, 6) || standsAlone(text, begin, start + body.length);
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
