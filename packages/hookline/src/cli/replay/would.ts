import { type EventRecord, isVerdict, type Replayed, type Verdict } from "../../index.ts";
import { aboutEvent, eventName } from "../record/lines.ts";

/** An event that a hook would have stopped, if its verdict had counted. */
export interface WouldEvent {
  readonly at: number;
  readonly eventId: string;
  readonly name: string;
  readonly about: string;
  readonly verdict: Verdict;
  readonly reason: string;
}

/** What a hook in shadow or warn mode would have done. */
export interface Would {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly mode: string;
  /** How many events it was asked about. */
  saw: number;
  readonly counts: { deny: number; ask: number; defer: number };
  /** The first of them. */
  readonly events: WouldEvent[];
  /** False if it is only in the records: it is not among the hooks that they are judged by now. */
  readonly now: boolean;
}

/** So many events are kept of each hook. */
const kept = 100;

/** Gathers what hooks whose verdict does not count say: of the hooks of now what they say now, of others what was recorded. */
export function gatherWould() {
  const found = new Map<string, Would>();
  const of = (run: Ran, now: boolean): Would => {
    const key = `${run.hook}\0${run.source}\0${run.mode}`;
    const { hook, source, dialect, mode } = run;
    const counts = { deny: 0, ask: 0, defer: 0 };
    const known = found.get(key) ?? { hook, source, dialect, mode, saw: 0, counts, events: [], now };
    found.set(key, known);
    return known;
  };
  const note = (record: EventRecord, run: Ran, now: boolean) => {
    const would = of(run, now);
    would.saw++;
    const { verdict, reason } = run;
    if (!isVerdict(verdict) || verdict === "pass" || verdict === "allow") return;
    would.counts[verdict]++;
    if (would.events.length >= kept) return;
    const { at, eventId } = record;
    would.events.push({ at, eventId, name: eventName(record), about: aboutEvent(record), verdict, reason });
  };
  return {
    note(record: EventRecord, { decision }: Replayed, known: ReadonlySet<string>): void {
      for (const run of decision?.runs ?? []) if (run.mode !== "enforce") note(record, run, true);
      for (const run of record.runs)
        if (run.mode !== "enforce" && !known.has(run.hook) && !run.again) note(record, run, false);
    },
    all: (): readonly Would[] => [...found.values()],
  };
}

interface Ran {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly mode: string;
  readonly verdict: string;
  readonly reason: string;
}
