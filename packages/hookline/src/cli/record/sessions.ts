import type { JsonObject } from "../../contract/json.ts";
import { type EventRecord, readRecords, type Verdict, verdicts } from "../../index.ts";
import { UsageError } from "../verb.ts";

/** What is recorded of one session in one project. */
export interface RecordedSession {
  readonly session: string;
  readonly project: string;
  /** The first and the last event, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly events: number;
  readonly verdicts: { readonly [verdict in Verdict]: number };
}

/** Counts the records of each session, the one that ended last at the end; of all projects if none is named. */
export function recordedSessions(stateFolder: string, project?: string): readonly RecordedSession[] {
  const found = new Map<string, RecordedSession>();
  for (const record of readRecords(stateFolder, { project })) {
    const key = `${record.project}\0${record.session}`;
    found.set(key, counting(found.get(key), record));
  }
  return [...found.values()].sort((one, other) => one.to - other.to);
}

function counting(before: RecordedSession | undefined, record: EventRecord): RecordedSession {
  const { session, project, at, decision } = record;
  const none = { pass: 0, allow: 0, ask: 0, defer: 0, deny: 0 };
  const { verdicts: counts } = before ?? { verdicts: none };
  return {
    session,
    project,
    from: Math.min(before?.from ?? at, at),
    to: Math.max(before?.to ?? at, at),
    events: (before?.events ?? 0) + 1,
    verdicts: { ...counts, [decision.verdict]: counts[decision.verdict] + 1 },
  };
}

/** The session, or the event of a session, that a word means: its identifier, or the beginning of it. */
export function meantBy(
  word: string,
  stateFolder: string,
  project?: string,
): { readonly session: string; readonly eventId: string | null } {
  const sessions = new Set<string>();
  const events = new Map<string, string>();
  for (const { session, eventId } of readRecords(stateFolder, { project })) {
    if (eventId === word) return { session, eventId };
    if (session.startsWith(word)) sessions.add(session);
    if (eventId.startsWith(word) && events.size < 2) events.set(eventId, session);
  }
  if (sessions.has(word)) return { session: word, eventId: null };
  if (sessions.size + events.size > 1)
    throw new UsageError(`several sessions or events begin with "${word}": write more of the one you mean`);
  for (const session of sessions) return { session, eventId: null };
  for (const [eventId, session] of events) return { session, eventId };
  throw new UsageError(`nothing is recorded under "${word}"; "hookline record list" shows the sessions`);
}

/** The JSON Schema of a session. */
export const sessionSchema: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["session", "project", "from", "to", "events", "verdicts"],
  properties: {
    session: { type: "string" },
    project: { type: "string" },
    from: { type: "string", format: "date-time" },
    to: { type: "string", format: "date-time" },
    events: { type: "integer", minimum: 1 },
    verdicts: {
      type: "object",
      additionalProperties: false,
      required: [...verdicts],
      properties: Object.fromEntries(verdicts.map((name) => [name, { type: "integer", minimum: 0 }])),
    },
  },
};
