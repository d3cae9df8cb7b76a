import { joinLines } from "./broken-lines.ts";
import { hideCutValues } from "./cut-values.ts";
import { createLiteralFinder } from "./literal-finder.ts";
import { redacted } from "./named-values.ts";
import { looksSecret } from "./secrets.ts";

/** A shorter value stands in too many texts by chance. */
const shortest = 8;
/** A line of a value that has several is a secret of its own from this length on. */
const shortestLine = 20;

/** A line of a declared text; so many of them are looked for. */
const shortestDeclared = 12;
const mostLines = 500;

/** Names of variables that say where a secret lies, not what it is. */
const naming = /(?:_FILE|_PATH|_DIR|_FOLDER|_HOME|_ROOT|_SOCK|CREDENTIALS)$/i;
const words: ReadonlySet<string> = new Set(["disabled", "required", "optional", "preferred"]);

/** The values of variables that look secret, long enough to be told from other words. */
export function secretValues(env: { readonly [name: string]: string | undefined }): readonly string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    if (value.length < shortest || !looksSecret(name, value)) return [];
    const isPath = naming.test(name) && /^(?:~|\.{0,2})\//.test(value);
    return isPath || words.has(value) ? [] : [value];
  });
}

/**
 * Makes the function that hides these values in a text, also encoded for a URL, in base64 and inside JSON; of declared texts it hides
 * single lines too.
 */
export function hideValues(
  values: readonly string[],
  declared: readonly string[] = [],
): (text: string) => string {
  const all = [...values, ...declared].flatMap(formsOf);
  const forms = [...new Set([...all, ...linesOf(declared)])].filter(({ length }) => length >= shortest);
  if (forms.length === 0) return (text) => text;
  const find = createLiteralFinder(forms);
  const places = (text: string) => {
    const found: Place[] = [];
    find(text, (index, at) => found.push({ start: at, end: at + (forms[index]?.length ?? 0) }));
    return found;
  };
  return (text) => {
    const joined = joinLines(text);
    const broken = joined
      ? places(joined.text).map(({ start, end }) => ({
          start: joined.place(start),
          end: joined.place(end - 1) + 1,
        }))
      : [];
    const found = [...places(text), ...broken];
    return hideCutValues(withoutPlaces(text, found), forms, shortest, redacted);
  };
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** Two that overlap are hidden together: what is left of one would tell the other. */
function withoutPlaces(text: string, found: Place[]): string {
  if (found.length === 0) return text;
  found.sort((one, other) => one.start - other.start);
  let shown = "";
  let done = 0;
  for (const [index, { start, end }] of found.entries()) {
    if (index === 0 || start > done) shown += text.slice(done, start) + redacted;
    done = Math.max(done, end);
  }
  return shown + text.slice(done);
}

/** The lines of declared texts that are long enough to be told from other words; of a long text the first ones. */
function linesOf(texts: readonly string[]): readonly string[] {
  const lines = texts.flatMap((text) => (text.includes("\n") ? text.split("\n", mostLines) : []));
  return lines
    .slice(0, mostLines)
    .map((line) => line.trim())
    .filter(({ length }) => length >= shortestDeclared)
    .flatMap((line) => [line, jsonForm(line)]);
}

function formsOf(value: string): readonly string[] {
  const lines = value.split(/\r?\n/);
  const long =
    lines.length > 1 ? lines.filter((line) => line.length >= shortestLine && !/\s/.test(line)) : [];
  return [value.trim(), ...long].flatMap((text) => [
    text,
    ...urlForms(text),
    jsonForm(text),
    ...base64Forms(text),
  ]);
}

function urlForms(text: string): readonly string[] {
  // Half a character cannot be encoded.
  if (/\p{Surrogate}/u.test(text)) return [];
  const escaped = encodeURIComponent(text);
  // Some leave these five as they are, and others leave slashes.
  const strict = escaped.replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const forms = [escaped, strict, strict.replaceAll("%2F", "/"), encodeURI(text)];
  return forms.flatMap((form) => [
    form,
    form.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase()),
    form.replaceAll("%20", "+"),
  ]);
}

function jsonForm(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** What of it is the same in base64 whatever stands before and after it, for each of the three ways that it can lie. */
function base64Forms(text: string): readonly string[] {
  const bytes = new TextEncoder().encode(text);
  return [0, 1, 2].flatMap((before) => {
    const all = btoa("\0".repeat(before) + String.fromCharCode(...bytes.subarray(0, 3_000)));
    const core = all.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + Math.min(bytes.length, 3_000)) * 8) / 6),
    );
    return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
