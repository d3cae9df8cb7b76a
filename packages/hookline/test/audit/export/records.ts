import type { AuditRecord } from "../../../src/audit/record.ts";
import type {
  AuditEntry,
  AuditedHook,
  DecisionEntry,
  ExecutionEntry,
  NoteEntry,
} from "../../../src/contract/audit.ts";

/** A hook that had nothing to say. */
export function aHook(some: Partial<AuditedHook> = {}): AuditedHook {
  return {
    id: "guard-push",
    source: ".hookline/hooks.json:4:9",
    type: "command",
    mode: "enforce",
    digest: "c".repeat(64),
    status: "ok",
    fault: null,
    failedOpen: false,
    rules: [],
    verdict: "pass",
    reason: "",
    durationMs: 12.5,
    ...some,
  };
}

const actor = { user: "ada", host: "box", pid: 4711, agents: [{ id: "a-1", type: "reviewer" }] };

const moment = {
  actor,
  session: "s-1",
  project: "/work/app",
  event: "PreToolUse",
  eventId: "0198-event",
  tool: { name: "Bash", kind: "shell", useId: "t-1" },
  configuration: "d".repeat(64),
  durationMs: 20,
} as const;

/** The entry of a call that nobody objected to. */
export function aDecision(some: Partial<DecisionEntry> = {}): DecisionEntry {
  const said = { verdict: "pass", reason: "", halt: false, inputDigest: "e".repeat(64) } as const;
  return { ...moment, kind: "decision", ...said, rewritten: false, hooks: [aHook()], faults: [], ...some };
}

/** The entry of a denied call, as it is most often. */
export function aDenial(reason = "no force pushes", id = "guard-push"): DecisionEntry {
  return aDecision({ verdict: "deny", reason, hooks: [aHook({ id, verdict: "deny", reason })] });
}

/** The entry of a tool that ran. */
export function anExecution(some: Partial<ExecutionEntry> = {}): ExecutionEntry {
  const ended = { ran: true, result: "ok", outputDigest: "f".repeat(64), error: "" } as const;
  const ids = { eventId: "0198-after", decisionId: "0198-event", inputDigest: "e".repeat(64) };
  return { ...moment, ...ids, kind: "execution", ...ended, ...some };
}

/** The entry of something that happened to the trail itself. */
export function aNote(note: string, detail: NoteEntry["detail"]): NoteEntry {
  return { kind: "note", note, actor, detail };
}

/** An entry as a record of a chain, without its links being right. */
export function aRecord(entry: AuditEntry, seq = 1, some: object = {}): AuditRecord {
  const place = {
    v: 1,
    chain: "main",
    seq,
    prev: "0".repeat(64),
    time: "2026-11-15T09:14:02.000Z",
    mono: 5,
    boot: "",
  } as const;
  return { ...place, ...entry, payload: null, ...some };
}
