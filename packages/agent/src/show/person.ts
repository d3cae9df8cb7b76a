/** A question with a few answers, each chosen by a key. */
export interface Question {
  readonly title: string;
  /** Lines that show what it is about. */
  readonly detail: readonly string[];
  readonly choices: readonly { readonly key: string; readonly label: string }[];
}

/** Whoever sits in front of the agent; in a headless run nobody does. */
export interface Person {
  readonly present: boolean;
  /** The key of the chosen answer; null if nobody answers (nobody is there, the input ended, the signal came). */
  ask(question: Question, signal: AbortSignal): Promise<string | null>;
  /** A line of free text; null as above. */
  line(prompt: string, signal: AbortSignal): Promise<string | null>;
}

/** Nobody: a headless run. */
export const nobody: Person = {
  present: false,
  ask: async () => null,
  line: async () => null,
};
