import { readdirSync, readFileSync } from "node:fs";
import type { EventSpec } from "../../src/contract/event.ts";
import { fieldWord } from "../../src/contract/fields.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { claudeCode } from "../../src/dialects/claude-code.ts";
import { builtInEvents } from "../../src/events/catalog.ts";

const folder = new URL("../fixtures/claude-code/", import.meta.url);

/** The rows of Claude Code's 33 events. */
export const claudeEvents: readonly EventSpec[] = builtInEvents.filter(
  ({ name }) => name in claudeCode.events,
);

/** What Claude Code was seen to send, or, where no payload was seen, what its row asks for. */
export function payloadsOf(spec: EventSpec, project: string): readonly JsonObject[] {
  const seen = readdirSync(folder).filter((file) => file.startsWith(`${spec.name}-`));
  if (seen.length === 0) return [madeUp(spec, project)];
  return seen.map((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    return JSON.parse(text.replaceAll("$PROJECT_SLUG", "-p").replaceAll("$PROJECT", project));
  });
}

function madeUp(spec: EventSpec, project: string): JsonObject {
  const fields = Object.entries(spec.payload).flatMap(([name, word]) => {
    const { optional, words } = fieldWord(word);
    if (name === "permission_mode") return [[name, "default"]];
    return optional ? [] : [[name, example(words[0] ?? "")]];
  });
  return { session_id: "s-1", cwd: project, hook_event_name: spec.name, ...Object.fromEntries(fields) };
}

function example(word: string): Json {
  if (word.endsWith("[]")) return [];
  const plain: { readonly [word: string]: Json } = {
    string: "x",
    number: 1,
    boolean: true,
    object: {},
    any: "x",
  };
  return plain[word] ?? word;
}
