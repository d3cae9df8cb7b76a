import type { Json, JsonObject } from "../contract/json.ts";
import type { Verdict } from "../contract/verdict.ts";
import type { AnswerOf, EventName } from "../events/names.ts";

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
