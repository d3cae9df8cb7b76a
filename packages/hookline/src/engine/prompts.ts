import type { EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";

/** What the person said last, session by session: only in memory, for it is nobody else's business. */
export interface Prompts {
  /** Takes the prompt of an event that carries one. */
  note(event: { readonly spec: EventSpec; readonly given: JsonObject }): void;
  /** The last prompt of a payload's session; null if none was seen. */
  last(payload: JsonObject): string | null;
}

/** An engine has one session as a rule; of more than this many the oldest is forgotten. */
const most = 32;

/** Makes an empty memory; `own` is the session of events that name none. */
export function createPrompts(own: string): Prompts {
  const prompts = new Map<string, string>();
  const sessionOf = ({ session_id: session }: JsonObject) => (typeof session === "string" ? session : own);
  return {
    note({ spec, given }) {
      const { prompt } = given;
      if (spec.name !== "UserPromptSubmit" || typeof prompt !== "string") return;
      const session = sessionOf(given);
      prompts.delete(session);
      prompts.set(session, prompt);
      const [oldest] = prompts.keys();
      if (prompts.size > most && oldest !== undefined) prompts.delete(oldest);
    },
    last: (payload) => prompts.get(sessionOf(payload)) ?? null,
  };
}
