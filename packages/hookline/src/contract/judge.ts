import type { Event } from "./event.ts";

/** A question to a language model about an event. */
export interface JudgeRequest {
  /** The prompt with the event's JSON in it. */
  readonly prompt: string;
  /** The model that the hook names; undefined for the host's default. */
  readonly model: string | undefined;
  readonly event: Event;
  readonly signal: AbortSignal;
}

/** A model's judgement: `text` holding the answer object, or the object itself; and what it cost. */
export interface JudgeAnswer {
  readonly text?: string;
  readonly ok?: boolean;
  readonly reason?: string;
  readonly impossible?: boolean;
  readonly costUsd?: number;
}

/** The host's way to ask a model. */
export type Judge = (request: JudgeRequest) => Promise<JudgeAnswer | string>;
