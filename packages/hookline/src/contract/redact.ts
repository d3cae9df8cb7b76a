import { isObject, type Json } from "./json.ts";
import { looksSecret, secretShape } from "./secrets.ts";

/** What stands where a secret was. */
export const redacted = "[redacted]";

/** A shape to the end of the word that it begins. */
const shapes = new RegExp(`(?:${secretShape.source})[^\\s"'\`;|&<>()]*`, "g");
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const header = /\b(Bearer|Basic)\s+(?!\$)[\w.~+/=-]{4,}/gi;
const login = /(\s(?:-u|--user)[=\s]["']?)[^\s:"']+:[^\s"']+/g;

/** A name with what stands between it and its value: `NAME=`, `"name": `, `--name `. */
const beforeValue = /(?<![\w.-])(-{0,2}[A-Za-z_][\w.-]*)(["']?\s*[=:]\s*|\s+)/g;
const valueAfter = /"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|[^\s"'`;|&<>()]+/y;

/** A value that only names a variable gives nothing away. */
const reference = /^["']?\$(?:\w+|\{\w+\})["']?$/;

/** Nothing of use is nested deeper. */
const deepest = 500;

/** A text without what looks like a secret: by its shape, or by the name before it. */
export function redactText(text: string): string {
  const shaped = text.replace(privateKey, redacted).replace(shapes, redacted);
  return withoutNamed(shaped.replace(header, `$1 ${redacted}`).replace(login, `$1${redacted}`));
}

/** A value without what looks like a secret: texts at any depth, and everything under a name that says so. */
export function redactJson(value: Json, depth = 0): Json {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return redacted;
  if (Array.isArray(value)) return value.map((item) => redactJson(item ?? null, depth + 1));
  if (!isObject(value)) return value;
  const shown: [string, Json | undefined][] = Object.entries(value).map(([name, item]) => {
    if (item === undefined || item === null || typeof item === "boolean") return [name, item];
    return [redactText(name), isSecretName(name) ? redacted : redactJson(item, depth + 1)];
  });
  return Object.fromEntries(shown);
}

function withoutNamed(text: string): string {
  let shown = "";
  let done = 0;
  beforeValue.lastIndex = 0;
  for (let found = beforeValue.exec(text); found; found = beforeValue.exec(text)) {
    const [, name = "", between = ""] = found;
    // White space alone is between an option and its value, and between any two words.
    if ((between.trim() === "" && !name.startsWith("--")) || !isSecretName(name)) continue;
    valueAfter.lastIndex = beforeValue.lastIndex;
    const value = valueAfter.exec(text)?.[0];
    if (value === undefined || value === redacted || reference.test(value)) continue;
    shown += text.slice(done, beforeValue.lastIndex) + redacted;
    done = beforeValue.lastIndex + value.length;
    beforeValue.lastIndex = done;
  }
  return shown + text.slice(done);
}

function isSecretName(name: string): boolean {
  return looksSecret(name.replace(/^-+/, "").replaceAll(/[-.]/g, "_"), "");
}
