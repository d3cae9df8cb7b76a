import type { AuditedHook } from "../../contract/audit.ts";
import type { Json } from "../../contract/json.ts";
import type { Verdict } from "../../contract/verdict.ts";
import type { AuditRecord } from "../record.ts";
import { type Bucket, verdictClock } from "./buckets.ts";
import { decidedBy, recordSentence } from "./sentence.ts";

/** One record in a table of the report. */
export interface SummaryRow {
  readonly time: string;
  readonly place: string;
  readonly sentence: string;
  readonly reason: string;
  readonly session: string;
}

/** What one hook did in all the records. */
export interface HookCount {
  readonly id: string;
  readonly runs: number;
  /** How often its word became the decision, by verdict. */
  readonly decided: { readonly [verdict in Verdict]: number };
  readonly faults: number;
  readonly failedOpen: number;
}

/** A bounded number of rows, and how many there were. */
export interface SummaryTable {
  readonly rows: readonly SummaryRow[];
  readonly total: number;
}

/** What a report shows of many records. */
export interface TrailSummary {
  readonly records: number;
  readonly kinds: { readonly decision: number; readonly execution: number; readonly note: number };
  readonly verdicts: { readonly [verdict in Verdict]: number };
  /** Calls that really ran, and those that did not. */
  readonly ran: number;
  readonly notRun: number;
  readonly first: string;
  readonly last: string;
  readonly widthMs: number;
  readonly buckets: readonly Bucket[];
  /** The busiest first. */
  readonly hooks: readonly HookCount[];
  readonly tools: readonly { readonly name: string; readonly calls: number; readonly denied: number }[];
  readonly denials: SummaryTable;
  readonly failedOpen: SummaryTable;
  readonly notes: SummaryTable;
}

/** Different hooks and tools that are counted one by one; a hostile record could name a million. */
const mostNames = 1_000;

/** Adds records up one by one, in memory that does not grow with them; tables keep the latest rows. */
export function summarizer(mostRows = 500) {
  const clock = verdictClock();
  const hooks = new Map<string, ReturnType<typeof idleHook>>();
  const tools = new Map<string, { name: string; calls: number; denied: number }>();
  const kinds = { decision: 0, execution: 0, note: 0 };
  const given = noVerdicts();
  const [denials, failedOpen, notes] = [table(mostRows), table(mostRows), table(mostRows)];
  let [ran, notRun, first, last] = [0, 0, "", ""];

  const countHook = (hook: AuditedHook, decided: boolean) => {
    const row = named(hooks, hook.id, idleHook);
    row.runs += 1;
    if (decided) row.decided[hook.verdict] += 1;
    if (hook.fault !== null) row.faults += 1;
    if (hook.failedOpen) row.failedOpen += 1;
  };

  return {
    /** Counts one record; `payload` gives what was kept of it, and is asked for rows of tables only. */
    add(record: AuditRecord, payload: () => Json | undefined = () => undefined): void {
      kinds[record.kind] += 1;
      if (first === "" || record.time < first) first = record.time;
      if (record.time > last) last = record.time;
      if (record.kind === "note") notes.add(() => rowOf(record, payload));
      if (record.kind === "execution" && record.ran) ran += 1;
      if (record.kind === "execution" && !record.ran) notRun += 1;
      if (record.kind !== "decision") return;
      given[record.verdict] += 1;
      clock.add(Date.parse(record.time), record.verdict);
      const deciding = decidedBy(record);
      for (const hook of record.hooks) countHook(hook, deciding.includes(hook.id));
      if (record.tool !== null && record.event === "PreToolUse") {
        const row = named(tools, record.tool.name, (name) => ({ name, calls: 0, denied: 0 }));
        row.calls += 1;
        if (record.verdict === "deny") row.denied += 1;
      }
      if (record.verdict === "deny") denials.add(() => rowOf(record, payload));
      if (record.hooks.some((hook) => hook.failedOpen)) failedOpen.add(() => rowOf(record, payload));
    },
    /** What all of them together say. */
    read(): TrailSummary {
      return {
        records: kinds.decision + kinds.execution + kinds.note,
        kinds: { ...kinds },
        verdicts: { ...given },
        ...{ ran, notRun, first, last },
        ...clock.read(),
        hooks: [...hooks.values()].sort((a, b) => b.runs - a.runs),
        tools: [...tools.values()].sort((a, b) => b.calls - a.calls),
        denials: denials.read(),
        failedOpen: failedOpen.read(),
        notes: notes.read(),
      };
    },
  };
}

function idleHook(id: string) {
  return { id, runs: 0, decided: noVerdicts(), faults: 0, failedOpen: 0 };
}

function noVerdicts(): { [verdict in Verdict]: number } {
  return { pass: 0, allow: 0, ask: 0, defer: 0, deny: 0 };
}

/** The row of a name; names beyond the bound share one. */
function named<T>(rows: Map<string, T>, name: string, fresh: (name: string) => T): T {
  const key = rows.has(name) || rows.size < mostNames ? name : "(others)";
  const row = rows.get(key) ?? fresh(key);
  rows.set(key, row);
  return row;
}

function table(most: number) {
  const rows: SummaryRow[] = [];
  let total = 0;
  return {
    add(row: () => SummaryRow): void {
      rows[total % most] = row();
      total += 1;
    },
    read: (): SummaryTable => ({
      rows: total <= most ? [...rows] : [...rows.slice(total % most), ...rows.slice(0, total % most)],
      total,
    }),
  };
}

function rowOf(record: AuditRecord, payload: () => Json | undefined): SummaryRow {
  return {
    time: record.time,
    place: `${record.chain}/${record.seq}`,
    sentence: recordSentence(record, payload()),
    reason: record.kind === "decision" ? record.reason : "",
    session: record.kind === "note" ? "" : record.session,
  };
}
