import type { Message } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import { canonicalJson, isObject, type JsonObject, jsonCopy } from "../contract/json.ts";
import type { Voice } from "./heard.ts";

/** The whole input after one rewrite: replaced, or, in dialects that merge, laid over what was there. */
export function rewrite(input: JsonObject, change: JsonObject, how: "replace" | "merge"): JsonObject {
  return how === "merge" ? { ...apart(input), ...change } : change;
}

/** A copy: what is decided is frozen, and the host's own objects are the host's to change. */
function apart(input: JsonObject): JsonObject {
  const copy = jsonCopy(input);
  return isObject(copy) ? copy : input;
}

/** Applies the rewrites in configuration order; null if the input is what it was. */
export function combineRewrites(
  event: Event,
  voices: readonly Voice[],
  messages: Message[],
): JsonObject | null {
  if (voices.length === 0) return null;
  const { input: field } = event.spec;
  const original = field ? event.payload[field] : undefined;
  if (!isObject(original)) return null;
  let input = original;
  let last: Voice | null = null;
  for (const voice of voices) {
    const { heard, counts } = voice;
    // The second look only judges: a rewrite there would be one that nobody has judged.
    if (counts.updatedInput === null || heard.secondLook) continue;
    const next = rewrite(input, counts.updatedInput, heard.dialect.rewrite);
    if (last && last.heard.strand !== heard.strand && overwrites(input, next, heard.dialect.rewrite)) {
      const text = `its rewrite of the input was replaced by that of ${heard.hook.id}`;
      messages.push({ level: "warn", text, hook: last.heard.hook.id });
    }
    input = next;
    last = voice;
  }
  return last === null || isSame(input, original) ? null : input;
}

function overwrites(before: JsonObject, after: JsonObject, how: "replace" | "merge"): boolean {
  return how === "replace" && !isSame(before, after);
}

function isSame(one: JsonObject, other: JsonObject): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    // A host may give what is no JSON; then a rewrite is another input.
    return false;
  }
}
