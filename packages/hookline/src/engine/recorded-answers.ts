import type { EventRecord, RecordedRun } from "../contract/event-record.ts";
import type { Hook } from "../contract/hook.ts";
import { faultRun, type Run, silence } from "../contract/run.ts";
import { identityDigest } from "./make-record.ts";
import type { EngineOptions } from "./options.ts";

/** A hook that has nothing to answer from, or was given something that is not whole. */
export interface Unjudged {
  readonly hook: string;
  readonly source: string;
  readonly type: string;
  /** False if nothing that it says would change the decision: it only warns, or is not waited for. */
  readonly counts: boolean;
}

/** Lets hooks answer as they did when an event was recorded. */
export interface RecordedAnswers {
  /** The next event; the list that comes back gets the hooks that have no answer. */
  begin(record: EventRecord): readonly Unjudged[];
  readonly standIn: NonNullable<EngineOptions["standIn"]>;
}

const silent: Run = {
  end: { kind: "value", value: undefined },
  stdout: silence,
  stderr: silence,
  durationMs: 0,
  left: [],
};

/** Opens the answers; with `run` only those are taken that a policy gave about a payload that is not whole any more. */
export function openAnswers(run: boolean): RecordedAnswers {
  let record: EventRecord | null = null;
  let unjudged: Unjudged[] = [];
  let asked = new Map<string, number>();
  return {
    begin(next) {
      record = next;
      unjudged = [];
      asked = new Map();
      return unjudged;
    },
    standIn(hook) {
      if (record === null) return null;
      if (wasDone(record, hook)) return silent;
      const policy = hook.type === "policy";
      const whole = !record.redacted && record.cut.length === 0;
      // A policy judges what is there; what it said about the secret itself it can say only then.
      if (policy ? whole : run) return null;
      const identity = identityDigest(hook.identity);
      const turn = asked.get(identity) ?? 0;
      asked.set(identity, turn + 1);
      const found = answerAt(record.runs, identity, turn);
      if (found) return runOf(found);
      if (policy) return null;
      const { id, source, type, mode, background } = hook;
      unjudged.push({ hook: id, source: source.text, type, counts: mode === "enforce" && !background });
      return silent;
    },
  };
}

/** True for a hook that had done its work once in the session before the recording began. */
function wasDone({ skipped }: EventRecord, { id, once }: Hook): boolean {
  return once && skipped.some(({ hook, why }) => hook === id && why.startsWith("once: "));
}

/** The answer of the first look, then that of the second: what was not said anew then was said already. */
function answerAt(runs: readonly RecordedRun[], identity: string, turn: number): RecordedRun | undefined {
  const own = runs.filter((one) => one.identity === identity && isAnswer(one));
  const first = own.filter(({ again }) => !again);
  return first[turn] ?? own.filter(({ again }) => again)[turn - first.length] ?? first[0];
}

/** It ran to an end of its own. */
function isAnswer({ status, fault }: RecordedRun): boolean {
  return status !== "background" && fault !== "untrusted" && fault !== "cancelled";
}

function runOf({ fault, verdict, reason, says, durationMs }: RecordedRun): Run {
  if (fault !== null) return faultRun(fault, reason, durationMs);
  const value = { ...says, ...(verdict !== "pass" && { verdict, reason }) };
  const end = { kind: "value", value: Object.keys(value).length === 0 ? undefined : value } as const;
  return { ...silent, end, durationMs };
}
