import { type BaseMessage, isHumanMessage } from "@langchain/core/messages";
import { markOf, textOf } from "hookline/langchain";
import { createMiddleware } from "langchain";
import type { SessionFacts } from "../session/facts.ts";
import type { SessionStore } from "../session/store.ts";
import type { Tell } from "../session/tell.ts";
import { openTranscript, type Transcript } from "../session/transcript.ts";

/** Writes what is said into the transcripts before anything follows from it, and tells MessageAdded. */
export interface Recorder {
  /** Takes these as written already: a session that goes on. */
  know(messages: readonly BaseMessage[]): void;
  /** Writes what is not written yet. */
  record(messages: readonly BaseMessage[], signal: AbortSignal | undefined): Promise<void>;
  note: Transcript["note"];
  /** Opens the transcript of the session's new id. */
  reopen(): void;
  middleware(): ReturnType<typeof createMiddleware>;
}

/** Makes the recorder of a session. */
export function createRecorder(
  facts: SessionFacts,
  store: SessionStore,
  tell: Tell,
  added: (context: readonly string[]) => void,
): Recorder {
  const written = new Set<string>();
  const agents = new Map<string, Transcript>();
  let own = openTranscript(facts.transcriptPath, facts);

  const transcriptOf = (messages: readonly BaseMessage[]): Transcript => {
    const first = messages.findLast(
      (message) => isHumanMessage(message) && markOf(message).agentId !== undefined,
    );
    const agentId = first && markOf(first).agentId;
    if (agentId === undefined) return own;
    const open =
      agents.get(agentId) ?? openTranscript(store.agentTranscriptPath(facts.id, agentId), facts, { agentId });
    agents.set(agentId, open);
    return open;
  };
  const record = async (messages: readonly BaseMessage[], signal: AbortSignal | undefined) => {
    const transcript = transcriptOf(messages);
    for (const message of messages) {
      const { id = "" } = message;
      if (written.has(id)) continue;
      written.add(id);
      const { blocked, summary } = markOf(message);
      if (blocked || summary)
        transcript.note(summary ? "summary" : "blocked", { [summary ? "summary" : "text"]: textOf(message) });
      else if (transcript.append(message) === null) continue;
      if (blocked) continue;
      const role = roles[message.getType()] ?? message.getType();
      const { context } = await tell(
        "MessageAdded",
        { role, content: textOf(message), message_id: id },
        signal,
      );
      added(context);
    }
  };
  return {
    know(messages) {
      for (const { id = "" } of messages) written.add(id);
    },
    record,
    note: (type, fields) => own.note(type, fields),
    reopen() {
      own = openTranscript(facts.transcriptPath, facts);
    },
    middleware: () =>
      createMiddleware({
        name: "TranscriptMiddleware",
        beforeModel: async ({ messages }, { signal }) => record(messages, signal),
        afterModel: async ({ messages }, { signal }) => record(messages, signal),
        afterAgent: async ({ messages }, { signal }) => record(messages, signal),
      }),
  };
}

const roles: { readonly [type: string]: string } = { human: "user", ai: "assistant", tool: "tool" };
