import type { Diagnostic } from "./diagnostic.ts";
import type { FaultKind } from "./fault.ts";
import type { Mode } from "./hook.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Level } from "./outcome.ts";
import type { Verdict } from "./verdict.ts";

/** A sentence for the person, and the hook that it comes from. */
export interface Message {
  readonly level: Level;
  readonly text: string;
  readonly hook: string;
}

/** One hook of the decision: what ran, and what it said. */
export interface RunReport {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly type: string;
  readonly mode: Mode;
  readonly status: "ok" | "fault" | "background";
  readonly fault: FaultKind | null;
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly left: readonly number[];
}

/** A hook whose matcher fits and that did not run, and why. */
export interface Skipped {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly why: string;
}

/** The answer of all hooks together. */
export interface Decision {
  readonly event: string;
  readonly eventId: string;
  readonly verdict: Verdict;
  readonly reason: string;
  readonly halt: { readonly reason: string } | null;
  readonly updatedInput: JsonObject | null;
  readonly updatedOutput: Json | null;
  readonly updatedPrompt: string | null;
  readonly inputDigest: string;
  readonly context: readonly string[];
  readonly messages: readonly Message[];
  readonly effects: JsonObject;
  readonly runs: readonly RunReport[];
  readonly skipped: readonly Skipped[];
  readonly diagnostics: readonly Diagnostic[];
  readonly durationMs: number;
}
