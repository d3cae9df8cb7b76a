import { type FaultKind, faultKinds } from "../../contract/fault.ts";
import { positionOf } from "../../contract/hook.ts";
import { isVerdict, type Verdict } from "../../index.ts";
import { realPath } from "../../system/local-files.ts";
import { gatherEvents, isLate, type TracedEvent, type TracedRun } from "./events.ts";
import { createHistogram, type Histogram } from "./histogram.ts";
import { traceRecords } from "./records.ts";

/** What the trace tells of one hook. */
export interface HookTally {
  readonly id: string;
  readonly event: string;
  /** The file that it is written in, as people read it. */
  readonly file: string;
  /** Where it was written when it last ran: `path:line:column`. */
  source: string;
  type: string;
  /** How often it ran, or broke before it could. */
  runs: number;
  readonly verdicts: { [verdict in Verdict]?: number };
  readonly faults: { [fault in FaultKind]?: number };
  /** The time of those runs that ended by themselves or at their deadline. */
  readonly times: Histogram;
  /** The time that an agent waited for it. */
  waitedMs: number;
  lastRunAt: number;
  lastFault: { readonly at: number; readonly fault: FaultKind } | null;
}

/** What the trace tells of one event's name. */
export interface EventTally {
  count: number;
  /** How often each subject came. */
  readonly subjects: Map<string, number>;
  /** How often the matcher of each hook fitted, by its id. */
  readonly matched: Map<string, number>;
}

/** What the trace tells of one project. */
export interface Tally {
  readonly since: number;
  /** When the first event of it was; null if there is none. */
  firstAt: number | null;
  events: number;
  readonly byEvent: Map<string, EventTally>;
  readonly hooks: Map<string, HookTally>;
}

/** So many different subjects are counted of one event. */
const mostSubjects = 500;

/** A hook that never began has taken no time that says anything. */
const neverRan: ReadonlySet<string> = new Set<FaultKind>(["untrusted", "spawn", "cancelled", "resource"]);

/** The name under which a hook of a file is counted. */
export function tallyKey(id: string, event: string, file: string): string {
  return JSON.stringify([id, event, file]);
}

/** Counts what the trace tells of a project since a moment, in flat memory. */
export function tallyTrace(stateFolder: string, projectDir: string, since: number): Tally {
  const tally: Tally = { since, firstAt: null, events: 0, byEvent: new Map(), hooks: new Map() };
  const isHere = projectTest(projectDir);
  const gather = gatherEvents();
  for (const record of traceRecords(stateFolder, since)) {
    for (const told of gather(record)) {
      const event = isLate(told) ? told.of : told;
      if (!isHere(event.project)) continue;
      if (isLate(told)) countRun(tally, event, told.run, told.at);
      else countEvent(tally, told);
    }
  }
  return tally;
}

/** Says whether the project of an event is this one, whatever links lead to it. */
export function projectTest(projectDir: string): (project: string) => boolean {
  const here = realPath(projectDir);
  const known = new Map([[projectDir, true]]);
  return (project) => {
    const answer = known.get(project) ?? (project !== "" && realPath(project) === here);
    if (known.size < 10_000) known.set(project, answer);
    return answer;
  };
}

function countEvent(tally: Tally, event: TracedEvent): void {
  tally.events++;
  tally.firstAt ??= event.at;
  const seen = tally.byEvent.get(event.event) ?? { count: 0, subjects: new Map(), matched: new Map() };
  tally.byEvent.set(event.event, seen);
  seen.count++;
  const { subject } = event;
  if (subject !== null && (seen.subjects.has(subject) || seen.subjects.size < mostSubjects))
    more(seen.subjects, subject);
  // The first half of a hook in the background only says that it was started.
  for (const run of event.runs) if (!run.background) countRun(tally, event, run, event.at);
  for (const id of event.matched) more(seen.matched, id);
}

function more(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function countRun(tally: Tally, { event }: TracedEvent, run: TracedRun, at: number): void {
  const { file } = positionOf(run.source, run.source);
  const key = tallyKey(run.hook, event, file);
  const one = tally.hooks.get(key) ?? emptyTally(run.hook, event, file);
  tally.hooks.set(key, one);
  one.runs++;
  one.source = run.source;
  one.type = run.type;
  one.lastRunAt = Math.max(one.lastRunAt, at);
  const fault = faultKinds.find((kind) => kind === run.fault);
  if (fault) {
    one.faults[fault] = (one.faults[fault] ?? 0) + 1;
    one.lastFault = { at, fault };
  } else if (isVerdict(run.verdict)) one.verdicts[run.verdict] = (one.verdicts[run.verdict] ?? 0) + 1;
  if (fault && neverRan.has(fault)) return;
  one.times.add(run.durationMs);
  if (!run.background) one.waitedMs += run.durationMs;
}

function emptyTally(id: string, event: string, file: string): HookTally {
  return {
    id,
    event,
    file,
    source: file,
    type: "",
    runs: 0,
    verdicts: {},
    faults: {},
    times: createHistogram(),
    waitedMs: 0,
    lastRunAt: 0,
    lastFault: null,
  };
}
