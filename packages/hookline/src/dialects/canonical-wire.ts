import type { JsonObject } from "../contract/json.ts";

/** Reads a payload whose words are the canonical ones: Claude Code's, and of those who took them over. */
export function decodeCanonical(wire: JsonObject): { readonly event: string; readonly payload: JsonObject } {
  const { hook_event_name: name } = wire;
  return { event: typeof name === "string" ? name : "", payload: wire };
}
