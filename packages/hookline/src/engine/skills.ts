import type { OnceBook } from "./once.ts";

/** Which skills a session uses: their hooks hold from the first use on, also in other processes of the session. */
export interface Skills {
  isActive(sessionId: string, name: string): boolean;
  activate(sessionId: string, name: string): Promise<void>;
}

/** Keeps the skills of sessions in the book of what happened once in them. */
export function skillsIn(book: OnceBook): Skills {
  return {
    isActive: (sessionId, name) => book.isDone(sessionId, `skill:${name}`),
    activate: (sessionId, name) => book.done(sessionId, `skill:${name}`, true),
  };
}
