import type { FaultKind } from "./fault.ts";

/** What came out of one stream. */
export interface Captured {
  /** The beginning, up to the cap, decoded once. */
  readonly text: string;
  /** The last 8 KiB of a stream that passed the cap; empty otherwise. */
  readonly tail: string;
  /** All bytes that were seen, kept or not. */
  readonly bytes: number;
  readonly truncated: boolean;
  /** False if the bytes are not UTF-8. */
  readonly valid: boolean;
}

/** Nothing came out. */
export const silence: Captured = { text: "", tail: "", bytes: 0, truncated: false, valid: true };

/** How a run ended; only one of these, and no judgement. */
export type RunEnd =
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** A function or module gave this value. */
  | { readonly kind: "value"; readonly value: unknown }
  /** An endpoint answered; the body is stdout. */
  | { readonly kind: "http"; readonly status: number }
  /** An MCP tool answered with text, which is stdout. */
  | { readonly kind: "text" }
  /** A language model judged. */
  | {
      readonly kind: "judgement";
      readonly ok: boolean;
      readonly reason: string;
      readonly impossible: boolean;
      /** A refusal is told to the model instead of ending the turn. */
      readonly continues: boolean;
    }
  | { readonly kind: "fault"; readonly fault: FaultKind; readonly detail: string };

/** The facts of one execution. */
export interface Run {
  readonly end: RunEnd;
  readonly stdout: Captured;
  readonly stderr: Captured;
  readonly durationMs: number;
  /** Processes that were alive after the hook had ended by itself. */
  readonly left: readonly number[];
}

/** A run that ended in a fault before or without any output. */
export function faultRun(fault: FaultKind, detail: string, durationMs = 0): Run {
  return { end: { kind: "fault", fault, detail }, stdout: silence, stderr: silence, durationMs, left: [] };
}
