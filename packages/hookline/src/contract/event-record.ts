import type { Skipped } from "./decision.ts";
import type { FaultKind } from "./fault.ts";
import type { Mode } from "./hook.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Verdict } from "./verdict.ts";

/** One hook of a recorded event: what ran, and what it said. */
export interface RecordedRun {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly type: string;
  readonly mode: Mode;
  readonly status: "ok" | "fault" | "background";
  readonly verdict: Verdict;
  readonly reason: string;
  readonly fault: FaultKind | null;
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Equal for hooks that are the same wherever and whenever they stand in a file. */
  readonly identity: string;
  /** It judged the input once more after a rewrite. */
  readonly again: boolean;
  /** What it said beside the verdict: `halt`, `updatedInput`, `updatedOutput`, `updatedPrompt`. */
  readonly says: JsonObject;
}

/** One event that is over, and what was decided about it, without secrets. */
export interface EventRecord {
  readonly v: 1;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly eventId: string;
  readonly event: string;
  readonly project: string;
  readonly session: string;
  /** How many hooks deep the agent was. */
  readonly depth: number;
  /** What the tool was taken for; null if the event has none. */
  readonly tool: { readonly name: string; readonly kind: string } | null;
  readonly payload: JsonObject;
  /** True if something was taken out of the payload because it looked like a secret. */
  readonly redacted: boolean;
  /** The paths of what was too long in the payload and is not whole. */
  readonly cut: readonly string[];
  readonly decision: {
    readonly verdict: Verdict;
    readonly reason: string;
    readonly halt: { readonly reason: string } | null;
    readonly updatedInput: Json;
    readonly updatedOutput: Json;
    readonly updatedPrompt: Json;
  };
  readonly runs: readonly RecordedRun[];
  readonly skipped: readonly Skipped[];
  /** SHA-256 of everything that was in force. */
  readonly configuration: string;
  readonly durationMs: number;
}
