import { fieldWord } from "../../contract/fields.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import { builtInEvents } from "../../index.ts";

/** Fields that are filled in for every event. */
const filledIn: ReadonlySet<string> = new Set([
  "session_id",
  "cwd",
  "hook_event_name",
  "tool_use_id",
  "permission_mode",
]);

const empty: { readonly [word: string]: Json } = {
  string: "",
  number: 0,
  boolean: false,
  object: {},
  any: null,
  null: null,
};

/** A payload with empty values for what is required and was not given, and the names of those fields. */
export function blankPayload(
  event: string,
  given: JsonObject,
): { readonly payload: JsonObject; readonly blanks: readonly string[] } {
  const spec = builtInEvents.find(({ name }) => name === event);
  const payload: { [name: string]: Json | undefined } = { ...given };
  const blanks: string[] = [];
  for (const [name, word] of Object.entries(spec?.payload ?? {})) {
    const { optional, words } = fieldWord(word);
    if (optional || filledIn.has(name) || payload[name] !== undefined) continue;
    const [first = "any"] = words;
    payload[name] = first.endsWith("[]") ? [] : (empty[first] ?? (first in empty ? null : first));
    blanks.push(name);
  }
  return { payload, blanks };
}

/** The payload field that the matchers of an event are tested on; null if there is none. */
export function subjectField(event: string): string | null {
  return builtInEvents.find(({ name }) => name === event)?.subject ?? null;
}
