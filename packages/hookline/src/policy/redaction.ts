import type { Event } from "../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { redacted } from "../contract/redact.ts";
import { secretShape } from "../contract/secrets.ts";

/** Which texts of an event lose their secrets: all of them, or those in the fields that are named, which become a mark if nothing else would change. */
export type RedactedFields = "all" | ReadonlySet<string>;

/** An event's input, output or prompt without secrets; null where nothing changes. */
export interface Redaction {
  readonly updatedInput: JsonObject | null;
  readonly updatedOutput: Json | null;
  readonly updatedPrompt: string | null;
}

/** A secret is replaced to the end of the word that it begins, a private key as a whole. Names alone (`token = x`) are no shape: in code they stand for nothing. */
const shapes = new RegExp(`(?:${secretShape.source})[^\\s"'\`;|&<>()]*`, "g");
const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/** The event without the secrets of these fields; null if the event has nothing that can be replaced. */
export function redactEvent({ spec, payload }: Event, fields: RedactedFields): Redaction | null {
  const nothing: Redaction = { updatedInput: null, updatedOutput: null, updatedPrompt: null };
  const { tool_input: input, tool_response: output, error, prompt } = payload;
  if (spec.input !== undefined && isObject(input)) {
    const hidden = hide(input, spec.input, fields);
    return hidden === input || !isObject(hidden) ? nothing : { ...nothing, updatedInput: hidden };
  }
  if ("updatedToolOutput" in spec.answer && output !== undefined) {
    const hidden = hide(output, "tool_response", fields);
    return hidden === output ? nothing : { ...nothing, updatedOutput: hidden };
  }
  // Of a tool that failed the error is all that it gave.
  if (spec.name === "PostToolUseFailure" && typeof error === "string") {
    const hidden = hide(error, "error", fields);
    return hidden === error ? nothing : { ...nothing, updatedOutput: hidden };
  }
  if ("updatedPrompt" in spec.answer && typeof prompt === "string") {
    const hidden = hide(prompt, "prompt", fields);
    return hidden === prompt ? nothing : { ...nothing, updatedPrompt: String(hidden) };
  }
  return null;
}

/** The same value if nothing in it changes. */
function hide(value: Json, field: string, fields: RedactedFields): Json {
  if (typeof value === "string") {
    if (fields === "all") return withoutSecrets(value);
    if (!fields.has(field)) return value;
    const hidden = withoutSecrets(value);
    return hidden === value ? redacted : hidden;
  }
  if (typeof value !== "object" || value === null) return value;
  let changed = false;
  const hideOne = (item: Json, key: string): Json => {
    const hidden = hide(item, `${field}.${key}`, fields);
    if (hidden !== item) changed = true;
    return hidden;
  };
  if (Array.isArray(value)) {
    const items = value.map((item, index) => hideOne(item ?? null, String(index)));
    return changed ? items : value;
  }
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    item === undefined ? item : hideOne(item, key),
  ]);
  return changed ? Object.fromEntries(entries) : value;
}

function withoutSecrets(text: string): string {
  return text.replace(privateKey, redacted).replace(shapes, redacted);
}
