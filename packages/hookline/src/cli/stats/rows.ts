import { positionOf } from "../../contract/hook.ts";
import type { Engine, Hook } from "../../index.ts";
import { type HookTally, type Tally, tallyKey } from "../trace/tally.ts";
import { adviceFor } from "./advice.ts";
import type { InterpreterStart } from "./starts.ts";

/** What `hookline stats` tells of one hook. */
export type StatsRow = ReturnType<typeof rowOf>;

/** The hooks of a project with what the trace tells of them: the dearest first, then those that never ran. */
export function statsRows(
  engine: Engine,
  tally: Tally,
  startOf: (hook: Hook) => InterpreterStart | null,
): readonly StatsRow[] {
  const { hooks } = engine;
  const keys = hooks.map((hook) => tallyKey(hook.id, hook.event, fileOf(hook)));
  const known = hooks.map((hook, index) => ({ hook, tally: tally.hooks.get(keys[index] ?? "") }));
  const gone = [...tally.hooks].filter(([key]) => !keys.includes(key));
  const all = [...known, ...gone.map(([, one]) => ({ hook: undefined, tally: one }))];
  const allMs = all.reduce((sum, one) => sum + (one.tally?.waitedMs ?? 0), 0);
  const calls = tally.byEvent.get("PreToolUse")?.count ?? 0;
  const health = engine.health();
  const detailOf = (one: HookTally) =>
    health.find(
      ({ hook, last }) => hook === one.id && last.fault === one.lastFault?.fault && last.event === one.event,
    )?.last.detail ?? "";
  const rows = all.map((one) => rowOf(one, { allMs, calls, startOf, detailOf }));
  return rows.sort((one, other) => other.totalMs - one.totalMs || other.runs - one.runs);
}

function fileOf({ source }: Hook): string {
  return positionOf(source.text, source.text).file;
}

function rowOf(
  { hook, tally }: { readonly hook: Hook | undefined; readonly tally: HookTally | undefined },
  given: {
    readonly allMs: number;
    readonly calls: number;
    readonly startOf: (hook: Hook) => InterpreterStart | null;
    readonly detailOf: (tally: HookTally) => string;
  },
) {
  const { allMs, calls } = given;
  // An interpreter is started only for hooks that have run, which somebody approved.
  const measured =
    hook && tally && tally.times.count > 0 && hook.type === "command" ? given.startOf(hook) : null;
  const p50 = tally?.times.percentile(0.5) ?? 0;
  const fault = tally?.lastFault ?? null;
  return {
    id: hook?.id ?? tally?.id ?? "",
    event: hook?.event ?? tally?.event ?? "",
    source: hook?.source.text ?? tally?.source ?? "",
    type: hook?.type ?? tally?.type ?? "",
    configured: hook !== undefined,
    runs: tally?.runs ?? 0,
    verdicts: { ...tally?.verdicts },
    faults: { ...tally?.faults },
    p50Ms: round(p50),
    p95Ms: round(tally?.times.percentile(0.95) ?? 0),
    totalMs: round(tally?.times.totalMs ?? 0),
    /** What an agent waits for it, spread over all tool calls. */
    msPerToolCall: calls === 0 ? null : round((tally?.waitedMs ?? 0) / calls),
    /** Its part of the time that agents waited for hooks. */
    share: allMs === 0 ? 0 : round((tally?.waitedMs ?? 0) / allMs),
    lastRunAt: tally ? new Date(tally.lastRunAt).toISOString() : null,
    lastError:
      tally && fault
        ? { at: new Date(fault.at).toISOString(), fault: fault.fault, detail: given.detailOf(tally) }
        : null,
    start: measured
      ? {
          program: measured.program,
          ms: round(measured.ms),
          share: p50 > 0 ? round(Math.min(1, measured.ms / p50)) : 0,
        }
      : null,
    advice: hook && tally ? adviceFor(hook, tally, measured).map(({ what, mend }) => `${what}: ${mend}`) : [],
  };
}

/** Three digits behind the point are more than was measured. */
function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
