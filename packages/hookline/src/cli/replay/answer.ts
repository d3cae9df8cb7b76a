import { type Json, type JsonObject, jsonCopy } from "../../contract/json.ts";
import type { Redactor } from "../../contract/redact.ts";
import { verdicts } from "../../index.ts";
import type { Tally } from "./tally.ts";
import type { Would } from "./would.ts";

const text = { type: "string" };
const number = { type: "integer", minimum: 0 };
const verdict = { enum: [...verdicts] };
const closed = (properties: JsonObject): JsonObject => {
  return { type: "object", additionalProperties: false, required: Object.keys(properties), properties };
};
const list = (items: JsonObject): JsonObject => ({ type: "array", items });
const behind = list(closed({ hook: text, source: text, reason: text }));

/** The JSON Schema of what `hookline replay --json` prints. */
export const replaySchema: JsonObject = closed({
  project: text,
  with: { type: ["string", "null"] },
  run: { type: "boolean" },
  events: number,
  unsure: number,
  endings: closed({ same: number, stricter: number, looser: number, other: number, unknown: number }),
  changes: { type: "object", additionalProperties: number },
  differences: list(
    closed({
      at: { type: "string", format: "date-time" },
      eventId: text,
      session: text,
      event: text,
      tool: { type: ["string", "null"] },
      about: text,
      ending: { enum: ["stricter", "looser", "other"] },
      before: verdict,
      after: verdict,
      why: text,
      byThen: behind,
      byNow: behind,
      whole: { type: "boolean" },
      paused: { type: "boolean" },
    }),
  ),
  notListed: number,
  notJudged: closed({
    hooks: list(
      closed({
        hook: text,
        source: text,
        type: text,
        why: { enum: ["no recorded answer", "not approved"] },
        events: number,
      }),
    ),
    why: { type: "object", additionalProperties: number },
  }),
  would: list(
    closed({
      hook: text,
      source: text,
      dialect: text,
      mode: { enum: ["warn", "shadow"] },
      saw: number,
      counts: closed({ deny: number, ask: number, defer: number }),
      now: { type: "boolean" },
      events: list(
        closed({
          at: { type: "string", format: "date-time" },
          eventId: text,
          name: text,
          about: text,
          verdict,
          reason: text,
        }),
      ),
    }),
  ),
  broken: number,
});

/** The same as a program reads it, without secrets. */
export function replayAnswer(
  tally: Tally,
  would: readonly Would[],
  about: {
    readonly project: string;
    readonly with: string | null;
    readonly run: boolean;
    readonly broken: number;
  },
  redactor: Redactor,
): Json {
  const { events, unsure, endings, changes, differences, notAsked, unknown } = tally;
  const moment = (at: number) => new Date(at).toISOString();
  const { broken, ...place } = about;
  const answer = {
    ...place,
    events,
    unsure,
    endings,
    changes: Object.fromEntries(changes),
    differences: differences.map(({ name: _, ...one }) => ({ ...one, at: moment(one.at) })),
    notListed: endings.stricter + endings.looser + endings.other - differences.length,
    notJudged: { hooks: [...notAsked.values()], why: Object.fromEntries(unknown) },
    would: would.map((one) => ({
      ...one,
      events: one.events.map((event) => ({ ...event, at: moment(event.at) })),
    })),
    broken,
  };
  return redactor.json(jsonCopy(answer) ?? null);
}
