import type { Event } from "../contract/event.ts";
import type { Json } from "../contract/json.ts";
import { holdsSecret } from "../contract/secrets.ts";
import type { TouchedText } from "./model.ts";

/** Fields that say where and when, and nothing that anybody wrote. */
const bookkeeping: ReadonlySet<string> = new Set([
  "session_id",
  "transcript_path",
  "cwd",
  "hook_event_name",
  "permission_mode",
  "tool_name",
  "tool_use_id",
  "prompt_id",
  "agent_id",
  "agent_type",
  "agent_transcript_path",
  "timestamp",
  "model",
]);

/** A tree that goes deeper is looked through, and taken out as a whole where a secret is in it. */
export const deepest = 100;

/** Colours and their like, which a terminal does not show. */
const colours = /\u001b(?:\[[0-?]*[ -/]*[@-~]|[()][A-Z0-9])/g;

/** A text as a terminal shows it. */
export function withoutColours(text: string): string {
  return text.includes("\u001b") ? text.replace(colours, "") : text;
}

/** The field of the names in an object, for those that hold a secret. */
export function namesOf(field: string): string {
  return `${field} (names)`;
}

/** Every text that an event brings: of a tool that has run, what it gave; of everything else, what was written. */
export function textsOf({ spec, payload, tool }: Event): readonly TouchedText[] {
  const past = payload.tool_response !== undefined || spec.name === "PostToolUseFailure";
  const texts: TouchedText[] = [];
  for (const [field, value] of Object.entries(payload)) {
    if (value === undefined || bookkeeping.has(field) || (past && field === "tool_input")) continue;
    gather(value, field, texts, 0);
  }
  return past && tool?.kind === "shell" ? texts.map((text) => ({ ...text, printed: true })) : texts;
}

function gather(value: Json, field: string, texts: TouchedText[], depth: number): void {
  if (typeof value === "string") {
    add(value, field, texts);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  if (depth >= deepest) {
    for (const text of textsBelow(value)) add(text, field, texts);
    return;
  }
  for (const [key, item] of Object.entries(value)) {
    if (!Array.isArray(value) && holdsSecret(key)) texts.push({ value: key, field: namesOf(field) });
    if (item !== undefined) gather(item, `${field}.${key}`, texts, depth + 1);
  }
}

/** A text with colours stands for two: colours in the middle of a word hide it. */
function add(value: string, field: string, texts: TouchedText[]): void {
  if (value === "") return;
  texts.push({ value, field });
  const plain = withoutColours(value);
  if (plain !== value && plain !== "") texts.push({ value: plain, field });
}

/** All texts and names of a tree, however deep it is. */
export function textsBelow(value: Json): readonly string[] {
  const texts: string[] = [];
  const left: Json[] = [value];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    if (typeof one === "string") texts.push(one);
    else if (typeof one === "object" && one !== null) {
      for (const [key, item] of Object.entries(one)) {
        if (!Array.isArray(one)) texts.push(key);
        if (item !== undefined) left.push(item);
      }
    }
  }
  return texts;
}
