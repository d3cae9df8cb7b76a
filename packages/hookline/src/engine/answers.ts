import type { Json, JsonObject } from "../contract/json.ts";
import type { FunctionCall } from "../contract/runner.ts";
import type { Verdict } from "../contract/verdict.ts";
import type { AnswerOf, EventName, SeenPayload } from "../events/names.ts";

/** Our own answer of a function: a verdict and effects. */
export interface OwnAnswer {
  readonly verdict?: Verdict;
  readonly reason?: string;
  readonly updatedInput?: JsonObject;
  readonly updatedOutput?: Json;
  readonly updatedPrompt?: string;
  readonly context?: string | readonly string[];
  /** For the person. */
  readonly message?: string;
  readonly halt?: boolean | string | { readonly reason: string };
  readonly effects?: JsonObject;
}

/** Claude Code's answer: the same object that a command prints. */
export interface ClaudeAnswer<N extends EventName> {
  readonly continue?: boolean;
  readonly stopReason?: string;
  readonly suppressOutput?: boolean;
  readonly systemMessage?: string;
  readonly terminalSequence?: string;
  readonly decision?: "approve" | "block";
  readonly reason?: string;
  readonly hookSpecificOutput?: { readonly hookEventName: N } & AnswerOf<N>;
}

/** What a function may give back; most observers give back nothing at all. */
export type HookAnswer<N extends EventName> = OwnAnswer | ClaudeAnswer<N> | undefined | null | void;

/** The answer of a function that goes on without being waited for: what it says in the end comes with a later event. */
export interface AsyncAnswer<N extends EventName> {
  readonly async: true;
  /** How long it may take from now on, in the unit of its dialect: milliseconds for `engine.on`, seconds in Spec 07. */
  readonly asyncTimeout?: number;
  /** What it says when it is done; the call's signal aborts when its time is over. */
  readonly answer?: Promise<HookAnswer<N>>;
}

/** A function hook for one event: it sees the payload, frozen, and answers with a verdict, effects, or nothing. */
export type HookOf<N extends EventName> = (
  payload: SeenPayload<N>,
  call: FunctionCall,
) => HookAnswer<N> | AsyncAnswer<N> | Promise<HookAnswer<N> | AsyncAnswer<N>>;
