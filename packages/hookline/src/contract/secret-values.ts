import { hideCutValues } from "./cut-values.ts";
import { createLiteralFinder } from "./literal-finder.ts";
import { redacted } from "./named-secrets.ts";
import { looksSecret } from "./secrets.ts";

/** A shorter value stands in too many texts by chance. */
const shortest = 8;
/** A line of a value that has several is a secret of its own from this length on. */
const shortestLine = 20;

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

/** Makes the function that hides these values in a text, also encoded for a URL, in base64 and inside JSON. */
export function hideValues(values: readonly string[]): (text: string) => string {
  const forms = [...new Set(values.flatMap(formsOf))].filter(({ length }) => length >= shortest);
  if (forms.length === 0) return (text) => text;
  const find = createLiteralFinder(forms);
  return (text) => {
    let shown = "";
    let done = 0;
    // Two that overlap are hidden together: what is left of one would tell the other.
    let [start, end] = [0, 0];
    const hide = () => {
      if (end === 0) return;
      shown += text.slice(done, start) + redacted;
      done = end;
    };
    find(text, (index, at) => {
      const to = at + (forms[index]?.length ?? 0);
      if (at > end || end === 0) {
        hide();
        [start, end] = [at, to];
      } else end = Math.max(end, to);
    });
    hide();
    return hideCutValues(done === 0 ? text : shown + text.slice(done), forms, shortest, redacted);
  };
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
  const lower = escaped.replaceAll(/%[0-9A-F]{2}/g, (sign) => sign.toLowerCase());
  return [escaped, lower, escaped.replaceAll("%20", "+"), encodeURI(text)];
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
