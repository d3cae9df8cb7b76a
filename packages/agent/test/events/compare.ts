import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInEvents, builtInTools, type Json, type JsonObject } from "hookline";
import { fieldWord } from "../../../hookline/src/contract/fields.ts";
import type { Differs } from "./differences.ts";

const fixtures = join(import.meta.dirname, "../fixtures");

/** The event that has no place in this agent. */
export const neverFired = "TeammateIdle";

/** What Claude Code sent, as it was recorded: the event, and the payload. */
export const recorded: readonly (readonly [event: string, payload: JsonObject])[] = readdirSync(
  join(fixtures, "claude-code"),
)
  .sort()
  .map((file) => [file.replace(/-\d+\.json$/, ""), JSON.parse(read(`claude-code/${file}`))]);

/** What its documents say of the events that were not recorded. */
export const described: {
  readonly [event: string]: {
    readonly input_fields: readonly string[];
    readonly matcher_subject: string | null;
  };
} = JSON.parse(read("claude-code-fields.json"));

/** Fields below the first level whose values are words, not texts. */
const words: ReadonlySet<string> = new Set([
  "tool_name",
  "type",
  "mode",
  "destination",
  "behavior",
  "status",
]);
/** Fields that say which moment of its kind this is: payloads of different moments are not compared. */
const moments = ["tool_name", "source", "trigger", "load_reason", "agent_type", "reason"];

/** Every difference between the recorded payloads of Claude Code and what the agent sent in the same moments. */
export function differencesToRecorded(caught: readonly JsonObject[]): readonly Differs[] {
  return recorded.flatMap(([event, theirs]) => {
    const ours = caught.filter(({ hook_event_name: name }) => name === event);
    const same = ours.find((payload) => momentOf(payload) === momentOf(theirs));
    if (same) return differ(event, theirs, same, "");
    const odd = moments.find((field) => !ours.some((payload) => payload[field] === theirs[field]));
    return [{ event, field: odd ?? "", is: "no such moment" as const }];
  });
}

/** Every difference between what the documents say of an event and all that the agent sent of it. */
export function differencesToDescribed(caught: readonly JsonObject[]): readonly Differs[] {
  const events = Object.entries(described).filter(([event]) => event !== neverFired);
  return events.flatMap(([event, { input_fields, matcher_subject }]) => {
    const ours = caught.filter(({ hook_event_name: name }) => name === event);
    const fields = new Map(input_fields.map((text) => [nameOf(text), text]));
    const added = ours.flatMap((payload) => Object.keys(payload)).filter((name) => !fields.has(name));
    const missing = [...fields].filter(
      ([name, text]) => !(text.endsWith("?") && common.has(name)) && !ours.some((payload) => name in payload),
    );
    const odd = [...fields].filter(([name, text]) => {
      const allowed = wordsOf(text) ?? subjectWords(matcher_subject, name);
      return allowed && ours.some((payload) => name in payload && !fits(payload[name], allowed));
    });
    return [
      ...added.map((field) => ({ event, field, is: "added" as const })),
      ...missing.map(([field]) => ({ event, field, is: "not sent" as const })),
      ...odd.map(([field]) => ({ event, field, is: "other value" as const })),
    ];
  });
}

/** Each difference once. */
export function distinct(all: readonly Differs[]): readonly Differs[] {
  return [
    ...new Map(all.map(({ event, field, is }) => [`${event} ${field} ${is}`, { event, field, is }])).values(),
  ];
}

const common: ReadonlySet<string> = new Set([
  "prompt_id",
  "scratchpad_dir",
  "agent_id",
  "agent_type",
  "permission_mode",
]);

function differ(event: string, theirs: Json, ours: Json | undefined, field: string): readonly Differs[] {
  if (ours === undefined) return [{ event, field, is: "not sent" }];
  if (kindOf(theirs) !== kindOf(ours)) return [{ event, field, is: "other type" }];
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    const [first, own] = [theirs[0], ours[0]];
    return first === undefined ? [] : differ(event, first, own, `${field}[]`);
  }
  if (isPlain(theirs) && isPlain(ours)) {
    const below = (name: string) => (field === "" ? name : `${field}.${name}`);
    const added = Object.keys(ours).filter((name) => !(name in theirs));
    return [
      ...Object.entries(theirs).flatMap(([name, value]) =>
        differ(event, value ?? null, ours[name], below(name)),
      ),
      ...added.map((name) => ({ event, field: below(name), is: "added" as const })),
    ];
  }
  return isWord(event, field) && theirs !== ours ? [{ event, field, is: "other value" }] : [];
}

/** True for a field whose values are a list that Claude Code fixes. */
function isWord(event: string, field: string): boolean {
  const last = field.slice(field.lastIndexOf(".") + 1);
  if (words.has(last)) return true;
  const word = builtInEvents.find(({ name }) => name === event)?.payload[field] ?? "string";
  return fieldWord(word).words.length > 1;
}

function momentOf(payload: JsonObject): string {
  const [call] = Array.isArray(payload.tool_calls) ? payload.tool_calls : [];
  const tool = isPlain(call) ? call.tool_name : payload.tool_name;
  return JSON.stringify(moments.map((name) => (name === "tool_name" ? canonical(tool) : payload[name])));
}

function canonical(tool: Json | undefined): Json | undefined {
  return builtInTools.find(({ aliases = [] }) => aliases.some((alias) => alias === tool))?.name ?? tool;
}

function kindOf(value: Json): string {
  return value === null ? "null" : Array.isArray(value) ? "list" : typeof value;
}

function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `requested_model(string|null)`, `team_name?(deprecated)`, `mcp_server?{name,source}` are fields with remarks. */
function nameOf(text: string): string {
  return text.replace(/[?({].*$/, "");
}

function wordsOf(text: string): readonly string[] | undefined {
  return /\((\w+(?:\|\w+)+)\)/.exec(text)?.[1]?.split("|");
}

function subjectWords(subject: string | null, name: string): readonly string[] | undefined {
  const [, field, list] = /^(\w+): (\w+(?:\|\w+)+)$/.exec(subject ?? "") ?? [];
  return field === name ? list?.split("|") : undefined;
}

function fits(value: Json | undefined, allowed: readonly string[]): boolean {
  return allowed.some(
    (word) => word === value || word === typeof value || (word === "null" && value === null),
  );
}

function read(path: string): string {
  return readFileSync(join(fixtures, path), "utf8");
}
