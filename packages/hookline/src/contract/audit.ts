import type { FaultKind } from "./fault.ts";
import type { Mode } from "./hook.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Verdict } from "./verdict.ts";

/** One hook in an audit record. */
export interface AuditedHook {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly mode: Mode;
  /** SHA-256 of its entry, its program and the local files that it names. */
  readonly digest: string;
  readonly status: "ok" | "fault" | "background";
  readonly fault: FaultKind | null;
  /** It broke, and what it guards went on. */
  readonly failedOpen: boolean;
  readonly verdict: Verdict;
  readonly reason: string;
  /** Of a policy: the rules that fitted. */
  readonly rules: readonly string[];
  readonly durationMs: number;
}

/** Who did it: the person, and the agents inside one another, outermost first. */
export interface AuditActor {
  readonly user: string;
  readonly host: string;
  readonly pid: number;
  readonly agents: readonly { readonly id: string; readonly type: string }[];
}

/** What is common to the records of an event and of a tool's execution. */
interface AuditMoment {
  readonly actor: AuditActor;
  readonly session: string;
  readonly project: string;
  readonly event: string;
  readonly eventId: string;
  readonly tool: { readonly name: string; readonly kind: string; readonly useId: string } | null;
  /** SHA-256 of everything that was in force. */
  readonly configuration: string;
  readonly durationMs: number;
}

/** An event and what was decided about it. */
export interface DecisionEntry extends AuditMoment {
  readonly kind: "decision";
  readonly verdict: Verdict;
  readonly reason: string;
  readonly halt: boolean;
  /** SHA-256 of the input that may run; empty on an event without one. */
  readonly inputDigest: string;
  readonly rewritten: boolean;
  readonly hooks: readonly AuditedHook[];
  readonly faults: readonly string[];
  /** The hooks that did not run because somebody had paused them, with until when, by whom and why; absent if none. */
  readonly paused?: readonly string[];
}

/** What then really happened to a tool. */
export interface ExecutionEntry extends AuditMoment {
  readonly kind: "execution";
  /** The event that decided about it. */
  readonly decisionId: string;
  readonly ran: boolean;
  readonly result: "ok" | "error" | "refused" | "cancelled" | "deferred";
  readonly inputDigest: string;
  /** SHA-256 of the canonical JSON of what it gave back; empty if nothing. */
  readonly outputDigest: string;
  readonly error: string;
}

/** Something about the trail or the engine itself: a key was changed, a payload erased, the trail stopped and went on. */
export interface NoteEntry {
  readonly kind: "note";
  readonly note: string;
  readonly actor: AuditActor;
  readonly detail: JsonObject;
}

/** What is recorded, before it has a place in a chain. */
export type AuditEntry = DecisionEntry | ExecutionEntry | NoteEntry;

/** Where records go beside the file, each with the options of its kind. */
export interface DestinationSettings {
  readonly type: string;
  readonly [option: string]: Json | undefined;
}

/** Knows what may be said of destinations; what it needs is loaded when the first one is met. */
export interface DestinationCheck {
  readonly ready: boolean;
  prepare(): Promise<void>;
  /** What is wrong with each of these, in the words of a sentence: `what; what to do`. */
  problems(
    destinations: readonly JsonObject[],
  ): readonly { readonly index: number; readonly problem: string }[];
}

/** The `audit` of a hook file, complete. */
export interface AuditSettings {
  /** The agent is told only what has been recorded; what cannot be recorded is denied. */
  readonly required: boolean;
  /** What happens if a record cannot be written: `block` denies, `continue` warns. */
  readonly onFailure: "block" | "continue";
  /** Whether payloads are kept beside the chain, or only their digest in it. */
  readonly payloads: "digest" | "full";
  /** The name of the chain; others may write theirs beside it. */
  readonly chain: string;
  /** Bytes after which the next file is begun. */
  readonly rotateBytes: number;
  /** Records after which a checkpoint is signed. */
  readonly checkpointEvery: number;
  /** Whether each record is on the disk (`fdatasync`) before it counts as written. */
  readonly sync: boolean;
  readonly destinations: readonly DestinationSettings[];
}

/** A trail that records are written to; one writer at a time has a chain. */
export interface AuditTrail {
  readonly settings: AuditSettings;
  /** Appends a record; when it returns, the record is in the file. Throws if it could not be written. */
  write(entry: AuditEntry, payload: Json | undefined): void;
  /** Signs a last checkpoint, gives the destinations a moment, and lets the chain go. */
  close(): Promise<void>;
}
