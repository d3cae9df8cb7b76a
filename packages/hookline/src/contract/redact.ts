import { below, type FieldPath, fieldPaths, textsAt } from "./field-paths.ts";
import { isObject, type Json } from "./json.ts";
import { later } from "./later.ts";
import { isCount, isSecretName, withoutNamed } from "./named-secrets.ts";
import { plainWords, redacted } from "./named-values.ts";
import { type SecretShape, secretShapes } from "./secret-shapes.ts";
import { hideValues, secretValues } from "./secret-values.ts";
import { type Suspicion, suspect } from "./secrets.ts";

export { redacted } from "./named-values.ts";

/** Takes secrets out of what is written down or shown. */
export interface Redactor {
  /** The text without them; the same text if there is none in it. */
  text(text: string): string;
  /** The value without them; `at` says where in the payload it lies (`tool_input`), for the fields that are declared. */
  json(value: Json, at?: string): Json;
  /** The same for what is said about a payload: the declared fields of it are hidden in texts too. */
  about(payload: Json): Redactor;
}

/** What a redactor knows beside the shapes of secrets. */
export interface RedactorOptions {
  /** Variables: the values of those that look secret are hidden wherever they stand. */
  readonly env?: { readonly [name: string]: string | undefined };
  /** Further values that are never shown. */
  readonly values?: readonly string[];
  /** Payload fields that are never shown: `tool_input.content`, `*.password`, `**.token`. */
  readonly fields?: readonly string[];
  /** The shapes that are looked for; all that are known by default. */
  readonly shapes?: readonly SecretShape[];
}

/** A shape to the end of the word that it begins. */
const patterns = later(
  () =>
    new Map(
      secretShapes().map((shape) => [shape, new RegExp(`(?:${shape.pattern})[^\\s"'\`;|&<>()]*`, "g")]),
    ),
);
const privateKey =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** What is announced by a word of its own: in headers, and in the options of programs that log in. */
const announced = [
  { hint: /^bearer$/, pattern: /\b(Bearer\s+)(?!\$|(?:tokens?|auth\w*)\b)[\w.~+/=-]{4,}/gi },
  // A word of one case is the next one of a sentence.
  {
    hint: /^basic$/,
    pattern:
      /\b((?:Basic|basic|BASIC)\s+)(?!(?:[A-Z]?[a-z]{1,200}|[A-Z]{1,200})(?![\w+/=]))[A-Za-z0-9+/]{4,}=*/g,
  },
  {
    hint: /^auth$/,
    pattern: new RegExp(
      `\\b(authorization\\\\*["']?\\s*[:=]\\s*\\\\*["']?(?:(?:token|digest|apikey|bot|negotiate|bearer|basic)\\s+)?)(?!\\$|Bearer\\b|Basic\\b|=|${plainWords})[^\\s"'\`;|&<>()]{4,}`,
      "gi",
    ),
  },
  {
    hint: /^cookie$/,
    pattern: /\b((?:set-)?cookie\\*["']?\s*:\s*\\*["']?)(?=[^\s=;,"'\\]{1,100}=)[^"'\r\n\\]{4,}/gi,
  },
  {
    hint: /^--?u/,
    pattern: /((?<![\w-])-(?:u|-user)[=\s]["']?)(?![+$]|\d{1,10}:\d)[^\s:"']{1,100}:(?!\/\/)[^\s"']+/g,
  },
];

/** Nothing of use is nested deeper. */
const deepest = 500;

/** A text without what looks like a secret: by its shape, or by the name before it. */
export function redactText(text: string): string {
  return withoutSuspects(text, suspect(text));
}

/** A value without what looks like a secret: texts at any depth, and everything under a name that says so. */
export function redactJson(value: Json): Json {
  return walk(value, redactText, [], 0);
}

/** Makes what hides the secrets of one surrounding, in texts and in values; it is worth keeping, since it prepares its search. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  return redactorOf(options, []);
}

/** The texts are those of declared fields. */
function redactorOf(options: RedactorOptions, texts: readonly string[]): Redactor {
  const { env = {}, values = [], fields = [], shapes = secretShapes() } = options;
  const hide = hideValues([...values, ...secretValues(env)], texts);
  const chosen = new Set(shapes);
  const all = shapes === secretShapes();
  const text = (given: string) => {
    const hidden = hide(given);
    const { shapes: possible, hints } = suspect(hidden);
    return withoutSuspects(hidden, {
      hints,
      shapes: all ? possible : possible.filter((one) => chosen.has(one)),
    });
  };
  const paths = fieldPaths(fields);
  return {
    text,
    about(payload) {
      const declared = paths.length === 0 ? [] : textsAt(payload, paths);
      return declared.length === 0 ? this : redactorOf(options, [...texts, ...declared]);
    },
    json(value, at = "") {
      let left: readonly FieldPath[] | null = paths;
      for (const name of at.split(".")) if (name !== "" && left) left = below(left, name);
      return left === null ? redacted : walk(value, text, left, 0);
    },
  };
}

function withoutSuspects(text: string, { shapes, hints }: Suspicion): string {
  let shown = text.includes("PRIVATE KEY") ? text.replace(privateKey, redacted) : text;
  for (const shape of shapes) {
    const pattern = patterns().get(shape);
    if (pattern) shown = shown.replace(pattern, redacted);
  }
  if (hints.length === 0) return shown;
  for (const { hint, pattern } of announced) {
    if (hints.some((one) => hint.test(one))) shown = shown.replace(pattern, `$1${redacted}`);
  }
  return withoutNamed(
    shown,
    hints.filter((one) => !one.startsWith("-u") && one !== "--user" && one !== "basic"),
  );
}

function walk(
  value: Json,
  text: (given: string) => string,
  paths: readonly FieldPath[],
  depth: number,
): Json {
  if (typeof value === "string") return text(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return redacted;
  const inside = (name: string, item: Json): Json => {
    const left = below(paths, name);
    return left === null ? redacted : walk(item, text, left, depth + 1);
  };
  if (Array.isArray(value)) return value.map((item, index) => inside(String(index), item ?? null));
  if (!isObject(value)) return value;
  const shown: [string, Json | undefined][] = Object.entries(value).map(([name, item]) => {
    if (item === undefined) return [name, item];
    const open =
      item === null || typeof item === "boolean" || (typeof item === "number" && isCount(name, item));
    return [text(name), isSecretName(name) && !open ? redacted : inside(name, item)];
  });
  return Object.fromEntries(shown);
}
