import type { EventRecord, Replayed, Verdict } from "../../index.ts";
import { aboutEvent, eventName } from "../record/lines.ts";

/** A hook behind a decision. */
export interface Behind {
  readonly hook: string;
  readonly source: string;
  readonly reason: string;
}

/** An event whose decision would be another one now. */
export interface Difference {
  readonly at: number;
  readonly eventId: string;
  readonly session: string;
  readonly event: string;
  readonly tool: string | null;
  readonly name: string;
  readonly about: string;
  readonly ending: "stricter" | "looser" | "other";
  readonly before: Verdict;
  readonly after: Verdict;
  readonly why: string;
  /** The hooks that decided then, and those that decide now. */
  readonly byThen: readonly Behind[];
  readonly byNow: readonly Behind[];
  /** False if the payload was judged without its secrets, or cut. */
  readonly whole: boolean;
  /** Hooks were paused when it happened. */
  readonly paused: boolean;
}

/** A hook that could not be asked, and on how many events. */
export interface NotAsked {
  readonly hook: string;
  readonly source: string;
  readonly type: string;
  readonly why: "no recorded answer" | "not approved";
  events: number;
}

/** What a replay comes to. */
export interface Tally {
  events: number;
  /** How many of them are the same only as far as hooks could be asked. */
  unsure: number;
  readonly endings: { same: number; stricter: number; looser: number; other: number; unknown: number };
  /** How often each change of verdict was: `pass → deny`. */
  readonly changes: Map<string, number>;
  /** The first of the differences; the others are only counted. */
  readonly differences: Difference[];
  readonly notAsked: Map<string, NotAsked>;
  /** Why events could not be judged at all, and how many. */
  readonly unknown: Map<string, number>;
}

/** Begins to count. */
export function emptyTally(): Tally {
  return {
    events: 0,
    unsure: 0,
    endings: { same: 0, stricter: 0, looser: 0, other: 0, unknown: 0 },
    changes: new Map(),
    differences: [],
    notAsked: new Map(),
    unknown: new Map(),
  };
}

/** Counts one event; so many differences are kept. */
export function tallyOne(tally: Tally, record: EventRecord, replayed: Replayed, limit: number): void {
  const { ending, before, after, why, sure, unjudged, decision } = replayed;
  tally.events++;
  tally.endings[ending]++;
  if (ending === "same" && !sure) tally.unsure++;
  for (const one of unjudged) noteNotAsked(tally, one, "no recorded answer");
  for (const run of decision?.runs ?? [])
    if (run.fault === "untrusted") noteNotAsked(tally, run, "not approved");
  if (ending === "unknown" && decision === null) tally.unknown.set(why, (tally.unknown.get(why) ?? 0) + 1);
  if (ending === "same" || ending === "unknown") return;
  const change = before === after ? why : `${before} → ${after}`;
  tally.changes.set(change, (tally.changes.get(change) ?? 0) + 1);
  if (tally.differences.length < limit) tally.differences.push(differenceOf(record, replayed, ending));
}

function noteNotAsked(
  { notAsked }: Tally,
  { hook, source, type }: Pick<NotAsked, "hook" | "source" | "type">,
  why: NotAsked["why"],
): void {
  const key = `${hook}\0${source}\0${why}`;
  const known = notAsked.get(key) ?? { hook, source, type, why, events: 0 };
  known.events++;
  notAsked.set(key, known);
}

function differenceOf(
  record: EventRecord,
  { before, after, why, decision }: Replayed,
  ending: Difference["ending"],
): Difference {
  const { at, eventId, session, event, payload, runs, redacted, cut, skipped } = record;
  return {
    at,
    eventId,
    session,
    event,
    tool: typeof payload.tool_name === "string" ? payload.tool_name : null,
    name: eventName(record),
    about: aboutEvent(record),
    ending,
    before,
    after,
    why,
    byThen: behind(runs, before),
    byNow: behind(decision?.runs ?? [], after),
    whole: !redacted && cut.length === 0,
    paused: skipped.some((one) => one.why.startsWith("paused: ")),
  };
}

type Ran = EventRecord["runs"][number] | NonNullable<Replayed["decision"]>["runs"][number];

/** The hooks that stand behind a verdict: those that said it, and those that broke where that is a deny. */
function behind(runs: readonly Ran[], verdict: Verdict): readonly Behind[] {
  if (verdict === "pass") return [];
  const counting = runs.filter(({ mode, status }) => mode === "enforce" && status !== "background");
  const said = counting.filter((run) => run.verdict === verdict && run.fault === null);
  const broken =
    verdict === "deny" && said.length === 0 ? counting.filter(({ fault }) => fault !== null) : [];
  return [...said, ...broken].map(({ hook, source, reason, fault }) => {
    return { hook, source, reason: fault === null ? reason : `${fault}: ${reason}` };
  });
}
