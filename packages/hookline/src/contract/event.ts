import type { Fields, FieldsType } from "./fields.ts";
import type { JsonObject } from "./json.ts";
import type { ToolSpec } from "./tool.ts";

/**
 * What a deny does: `stop` it does not happen; `continue` work goes on with the reason as next instruction; `feedback` it is past
 * and the reason goes to the model; `endTurn` the turn ends; `none` it cannot be stopped and the text is a message.
 */
export type DenyMeaning = "stop" | "continue" | "feedback" | "endTurn" | "none";

/** An event as a row: everything that differs between events, and nothing that is code. */
export interface EventSpec<
  N extends string = string,
  P extends Fields = Fields,
  A extends Fields = Fields,
  D extends DenyMeaning = DenyMeaning,
  H extends false = false,
  I extends "tool_input" = "tool_input",
> {
  readonly name: N;
  /** When it fires, in one sentence. */
  readonly summary: string;
  /** The payload's fields beyond those of every event. */
  readonly payload: P;
  /** The payload field that matchers are tested on; null if a matcher means nothing here. */
  readonly subject: string | null;
  /** What of that field is tested: its last path segment, or a model's name without `[1m]`. */
  readonly subjectPart?: "basename" | "model";
  /** `narrow`: only letters, digits, `_` and `|` make a matcher a list of exact names. */
  readonly matcher?: "narrow";
  readonly deny: D;
  /** The fields of `hookSpecificOutput`. */
  readonly answer: A;
  /** The deadline of a hook that names none; 600 s if absent. */
  readonly timeoutSeconds?: number;
  /** The most that all hooks together may take; 600 s if absent. */
  readonly budgetSeconds?: number;
  /** What plain text on stdout is: context for the model, or the named effect (its last line). Absent: nothing. */
  readonly text?: "context" | "worktreePath";
  /** Which exit codes block: those of the dialect if absent, every non-zero one, or none. */
  readonly blockingExit?: "nonzero" | "never";
  /** False where `continue: false` has no effect. */
  readonly halts?: H;
  /** Where prompt and agent hooks may stand, and what their refusal does: a deny, a deny that also ends the turn, only the end of the turn, nothing. */
  readonly judges?: "deny" | "denyAndHalt" | "halt" | "nothing";
  /** True where a broken hook never blocks, whatever its `onFailure` says: the agent could not stop any more. */
  readonly failsOpen?: true;
  /** The payload field that `updatedInput` replaces. */
  readonly input?: I;
}

/** Declares an event; the types of its payload, of its answer and of what hooks may say at all follow from the row. */
export function defineEvent<
  const N extends string,
  const P extends Fields,
  const A extends Fields,
  const D extends DenyMeaning,
  const H extends false = never,
  const I extends "tool_input" = never,
>(spec: EventSpec<N, P, A, D, H, I>): EventSpec<N, P, A, D, H, I> {
  return spec;
}

/** The payload that a host gives for an event with this row. */
export type PayloadOfSpec<S> = S extends EventSpec<string, infer P, Fields> ? FieldsType<P> : never;

/** The fields of `hookSpecificOutput` on an event with this row. */
export type AnswerOfSpec<S> = S extends EventSpec<string, Fields, infer A> ? FieldsType<A> : never;

/** What a matcher is tested on: the name as the agent says it, and the canonical one. */
export interface Subject {
  readonly name: string;
  readonly canonical: string;
}

/** One moment: its row, its complete payload, and where it happens. */
export interface Event {
  readonly id: string;
  readonly spec: EventSpec;
  readonly payload: JsonObject;
  /** Null on an event whose matchers mean nothing. */
  readonly subject: Subject | null;
  /** The tool that the payload names, if it names one. */
  readonly tool: ToolSpec | null;
  /** How many hooks deep this event was fired. */
  readonly depth: number;
}
