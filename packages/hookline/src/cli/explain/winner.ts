import type { Decision, RunReport, TraceRecord } from "../../index.ts";
import { exitHint } from "../exit-hint.ts";

/** What one hook said, beside what the decision tells of its run. */
export interface Said {
  readonly hook: string;
  readonly source: string;
  /** Whether its verdict counts. */
  readonly counts: boolean;
  /** What it wants to be different: `updatedInput`, `context`, …. */
  readonly changes: readonly string[];
  /** What its end most likely means. */
  readonly hint: string | null;
}

/** Who decided, in sentences: whose verdict it is and why it won, and which changes hold. */
export interface Won {
  readonly verdict: string;
  readonly by: readonly string[];
  readonly why: readonly string[];
}

/** What each hook of a decision said, in order; the trace of the event tells what each wanted to change. */
export function saidBy(decision: Decision, records: readonly TraceRecord[]): readonly Said[] {
  const told = records.filter(({ eventId, step }) => eventId === decision.eventId && step === "interpret");
  return decision.runs.map((run) => {
    const { changes } =
      told.find(({ data }) => data.hook === run.hook && data.source === run.source)?.data ?? {};
    return {
      hook: run.hook,
      source: run.source,
      counts: countsIn(run),
      changes: Array.isArray(changes) ? changes.map(String) : [],
      hint: exitHint(run),
    };
  });
}

/** Says who decided and why. */
export function winnerOf(decision: Decision, said: readonly Said[]): Won {
  const { verdict, runs } = decision;
  const counting = runs.filter(countsIn);
  const same = counting.filter((run) => run.verdict === verdict);
  // A hook that broke says nothing; where its fault blocks, the deny is that of the fault.
  const broken = counting.filter(
    ({ status, hook, fault }) => status === "fault" && decision.reason.includes(`${hook}: ${fault}: `),
  );
  const by = verdict === "pass" ? [] : [...new Set([...same, ...broken])];
  const others = [...new Set(counting.map((run) => run.verdict))].filter((one) => one !== verdict);
  const than =
    others.length === 0 ? "nobody said anything else" : `it is stronger than ${others.join(" and ")}`;
  const why = [
    by.length === 0
      ? "pass: no hook whose verdict counts said more"
      : `${verdict} by ${by.map(nameOf).join(" and ")}: ${than}`,
    ...silent(runs, verdict),
    ...changesIn(decision, said),
  ];
  return { verdict, by: by.map((run) => run.hook), why };
}

function countsIn({ mode, status }: RunReport): boolean {
  return mode === "enforce" && status !== "background";
}

function nameOf({ hook, source }: RunReport): string {
  return `${hook} (${source})`;
}

/** Those whose verdict would have been another one, and does not count. */
function silent(runs: readonly RunReport[], verdict: string): readonly string[] {
  const unheard = runs.filter(
    (run) => run.mode !== "enforce" && run.verdict !== verdict && run.verdict !== "pass",
  );
  return unheard.map(
    (run) => `${run.hook} said ${run.verdict}, which does not count: its mode is ${run.mode}`,
  );
}

const changed = [
  ["updatedInput", "the new input"],
  ["updatedOutput", "the new output"],
  ["updatedPrompt", "the new prompt"],
] as const;

function changesIn(decision: Decision, said: readonly Said[]): readonly string[] {
  return changed.flatMap(([name, noun]) => {
    const from = said
      .filter(({ changes, counts }) => counts && changes.includes(name))
      .map(({ hook }) => hook);
    const last = from.at(-1);
    if (last === undefined) return [];
    if (decision[name] === null)
      return [
        `${noun} of ${from.join(", ")} does not hold: the verdict is ${decision.verdict}, or it changes nothing`,
      ];
    const before = from.slice(0, -1);
    return [
      `${noun} is that of ${last}${before.length > 0 ? `, after ${before.join(", ")}: the later one goes over the earlier` : ""}`,
    ];
  });
}
