import { baseName } from "../contract/base-name.ts";
import type { EventSpec, Subject } from "../contract/event.ts";
import { describeField, type FieldWord, fieldWord } from "../contract/fields.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Catalog } from "./catalog.ts";
import { commonFields } from "./common.ts";

/** What is put into a payload where the host left it out. */
export interface Filling {
  readonly sessionId: string;
  readonly cwd: string;
  newToolUseId(): string;
}

const leading: ReadonlySet<string> = new Set([
  "session_id",
  "transcript_path",
  "cwd",
  "permission_mode",
  "hook_event_name",
]);

/** Gives a new payload with the missing fields filled in, the common ones first; every other field stays as it is. */
export function completePayload(spec: EventSpec, payload: JsonObject, filling: Filling): JsonObject {
  const { session_id = filling.sessionId, transcript_path, cwd = filling.cwd } = payload;
  const { permission_mode, hook_event_name = spec.name } = payload;
  const complete: { [name: string]: Json } = { session_id };
  if (transcript_path !== undefined) complete.transcript_path = transcript_path;
  complete.cwd = cwd;
  if (permission_mode !== undefined) complete.permission_mode = permission_mode;
  else if ("permission_mode" in spec.payload) complete.permission_mode = "default";
  complete.hook_event_name = hook_event_name;
  for (const name of Object.keys(payload)) {
    const value = payload[name];
    if (value === undefined || leading.has(name)) continue;
    // Assigned, a field of this name would become the prototype of the payload.
    if (name === "__proto__") Object.defineProperty(complete, name, { value, enumerable: true });
    else complete[name] = value;
  }
  if (complete.tool_use_id === undefined && "tool_use_id" in spec.payload) {
    complete.tool_use_id = filling.newToolUseId();
  }
  return complete;
}

const filledIn: ReadonlySet<string> = new Set([
  "session_id",
  "cwd",
  "hook_event_name",
  "tool_use_id",
  "permission_mode",
]);

interface RequiredField {
  readonly name: string;
  /** It need not be there, since it is filled in. */
  readonly filled: boolean;
  readonly word: FieldWord;
  readonly sentence: string;
}

const requiredFields = new WeakMap<EventSpec, readonly RequiredField[]>();

function requiredFieldsOf(spec: EventSpec): readonly RequiredField[] {
  let required = requiredFields.get(spec);
  if (!required) {
    required = Object.entries({ ...commonFields, ...spec.payload })
      .map(([name, word]) => ({
        name,
        filled: filledIn.has(name),
        word: fieldWord(word),
        sentence: `${spec.name} needs "${name}": ${describeField(word)}`,
      }))
      .filter(({ word }) => !word.optional);
    requiredFields.set(spec, required);
  }
  return required;
}

/** Says which required field of a payload, as a host gives it, is missing or ill-typed, and what it should be; null if none is. */
export function checkPayload(spec: EventSpec, payload: JsonObject): string | null {
  for (const { name, filled, word, sentence } of requiredFieldsOf(spec)) {
    const value = payload[name];
    if (value === undefined && filled) continue;
    if (!word.accepts(value)) return sentence;
  }
  const { hook_event_name: named } = payload;
  if (named !== undefined && named !== spec.name)
    return `${spec.name} needs "hook_event_name": "${spec.name}"`;
  return null;
}

/** Gives what matchers are tested on, with an empty name where the payload has none; null if matchers mean nothing here. */
export function subjectOf(
  spec: EventSpec,
  payload: JsonObject,
  tools: Pick<Catalog, "canonicalTool">,
): Subject | null {
  if (spec.subject === null) return null;
  const value = payload[spec.subject];
  const name = partOf(typeof value === "string" ? value : "", spec.subjectPart);
  return { name, canonical: spec.subject === "tool_name" ? tools.canonicalTool(name) : name };
}

function partOf(value: string, part: EventSpec["subjectPart"]): string {
  if (part === "basename") return baseName(value);
  if (part === "model") return value.replace(/\[1m\]$/i, "");
  return value;
}
