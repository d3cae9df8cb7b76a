import type { Message } from "../contract/decision.ts";
import { canonicalJson, isUnsafeName, type Json, type JsonObject } from "../contract/json.ts";
import type { Voice } from "./heard.ts";

/** Joins the special effects of all hooks in configuration order: lists join, of other values the later one holds. */
export function combineEffects(voices: readonly Voice[], messages: Message[]): JsonObject {
  const effects: Record<string, Json> = {};
  const givers = new Map<string, string>();
  for (const { heard, counts } of voices) {
    for (const [name, value] of Object.entries(counts.effects)) {
      if (value === undefined || isUnsafeName(name)) continue;
      const before = effects[name];
      if (Array.isArray(before) && Array.isArray(value)) {
        effects[name] = [...before, ...value];
        continue;
      }
      if (before !== undefined && canonicalJson(before) !== canonicalJson(value)) {
        const text = `its ${name} was replaced by that of ${heard.hook.id}`;
        messages.push({ level: "warn", text, hook: givers.get(name) ?? "" });
      }
      effects[name] = value;
      givers.set(name, heard.hook.id);
    }
  }
  return effects;
}
