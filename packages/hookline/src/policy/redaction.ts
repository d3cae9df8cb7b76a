import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { later } from "../contract/later.ts";
import { redacted } from "../contract/redact.ts";
import { secretShape } from "../contract/secrets.ts";
import { withoutSecretLines } from "./secret-lines.ts";
import { deepest, namesOf, textsBelow, withoutColours } from "./texts.ts";

/** Which texts of an event lose their secrets: all of them, or those in the fields that are named, which become a mark if nothing else would change. */
export type RedactedFields = "all" | ReadonlySet<string>;

/** An event's input, output or prompt without secrets; null where nothing changes. */
export interface Redaction {
  readonly updatedInput: JsonObject | null;
  readonly updatedOutput: Json | null;
  readonly updatedPrompt: string | null;
}

/** A secret is replaced to the end of the word that it begins, a private key as a whole. Names alone (`token = x`) are no shape, in code they stand for nothing; only the environment that a shell prints is looked at by its names. */
const shapes = later(() => new RegExp(`(?:${secretShape().source})[^\\s"'\`;|&<>()]*`, "g"));
const privateKey =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----|$)/g;

/** The event without the secrets of these fields; null if the event has nothing that can be replaced. */
export function redactEvent({ spec, payload, tool }: Event, fields: RedactedFields): Redaction | null {
  const nothing: Redaction = { updatedInput: null, updatedOutput: null, updatedPrompt: null };
  const { tool_input: input, tool_response: output, error, prompt } = payload;
  // What a shell prints may be its environment.
  const clean = tool?.kind === "shell" ? withoutLines : withoutSecrets;
  if (spec.input !== undefined && isObject(input)) {
    const hidden = hide(input, spec.input, { fields, clean: withoutSecrets });
    return hidden === input || !isObject(hidden) ? nothing : { ...nothing, updatedInput: hidden };
  }
  if ("updatedToolOutput" in spec.answer && output !== undefined) {
    const hidden = hide(output, "tool_response", { fields, clean });
    return hidden === output ? nothing : { ...nothing, updatedOutput: hidden };
  }
  // Of a tool that failed the error is all that it gave.
  if (spec.name === "PostToolUseFailure" && typeof error === "string") {
    const hidden = hide(error, "error", { fields, clean });
    return hidden === error ? nothing : { ...nothing, updatedOutput: hidden };
  }
  if ("updatedPrompt" in spec.answer && typeof prompt === "string") {
    const hidden = hide(prompt, "prompt", { fields, clean: withoutSecrets });
    return hidden === prompt ? nothing : { ...nothing, updatedPrompt: String(hidden) };
  }
  return null;
}

/** In which fields what is hidden. */
interface Hiding {
  readonly fields: RedactedFields;
  readonly clean: (text: string) => string;
}

/** The same value if nothing in it changes. */
function hide(value: Json, field: string, how: Hiding, depth = 0): Json {
  const { fields, clean } = how;
  if (typeof value === "string") {
    if (fields === "all") return clean(value);
    if (!fields.has(field)) return value;
    const hidden = clean(value);
    return hidden === value ? redacted : hidden;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return isHidden(value, field, how) ? redacted : value;
  let changed = false;
  const hideOne = (item: Json, key: string): Json => {
    const hidden = hide(item, `${field}.${key}`, how, depth + 1);
    if (hidden !== item) changed = true;
    return hidden;
  };
  if (Array.isArray(value)) {
    const items = value.map((item, index) => hideOne(item ?? null, String(index)));
    return changed ? items : value;
  }
  const hideNames = fields === "all" || fields.has(namesOf(field));
  const shown: { [key: string]: Json | undefined } = {};
  for (const [key, item] of Object.entries(value)) {
    const name = hideNames ? freeName(withoutSecrets(key), shown) : key;
    if (name !== key) changed = true;
    // A name such as `__proto__` is one like any other.
    Object.defineProperty(shown, name, {
      value: item === undefined ? item : hideOne(item, key),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return changed ? shown : value;
}

/** What is nested too deep goes as a whole. */
function isHidden(value: Json, field: string, { fields, clean }: Hiding): boolean {
  if (fields !== "all") return fields.has(field);
  return textsBelow(value).some((text) => clean(text) !== text);
}

/** Two names may be the same without their secrets. */
function freeName(name: string, taken: object): string {
  let free = name;
  for (let count = 2; Object.hasOwn(taken, free); count++) free = `${name} ${count}`;
  return free;
}

/** Colours go where they hide a secret. */
function withoutSecrets(text: string): string {
  const plain = withoutColours(text);
  const hidden = withoutShapes(plain);
  return hidden === plain ? withoutShapes(text) : hidden;
}

function withoutShapes(text: string): string {
  return text.replace(privateKey, redacted).replace(shapes(), redacted);
}

function withoutLines(text: string): string {
  const shown = withoutSecrets(text);
  const plain = withoutColours(shown);
  const hidden = withoutSecretLines(plain);
  return hidden === plain ? shown : hidden;
}
