import type { Message } from "../contract/decision.ts";

/** What a background hook said after its event was answered. */
export interface Later {
  readonly context: string | null;
  readonly messages: readonly Message[];
}

/** Keeps what background hooks said until the next event that can carry it to the model, and gives it out once. */
export interface Carry {
  put(later: Later): void;
  take(): readonly Later[];
  readonly empty: boolean;
}

/** Makes an empty carry. */
export function createCarry(): Carry {
  let kept: Later[] = [];
  return {
    put(later) {
      if (later.context !== null || later.messages.length > 0) kept.push(later);
    },
    take() {
      const given = kept;
      kept = [];
      return given;
    },
    get empty() {
      return kept.length === 0;
    },
  };
}
