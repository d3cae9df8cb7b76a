import { AIMessage, type BaseMessage, isHumanMessage } from "@langchain/core/messages";
import type { JsonObject } from "hookline";
import { type BatchEnd, markOf, textOf } from "hookline/langchain";
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
  /** Records around the requests of an agent; `then` does in the same step what else is to be done before a request. */
  middleware(then: BeforeRequest): ReturnType<typeof createMiddleware>;
}

/** What is to be done before each request to the model, once all that was said is written. */
export type BeforeRequest = (
  messages: readonly BaseMessage[],
  signal: AbortSignal | undefined,
) => Promise<BatchEnd | undefined>;

/** Where messages are written, and what their event says of the sub-agent that they belong to. */
interface Written {
  readonly transcript: Transcript;
  readonly about: JsonObject;
}

/** Makes the recorder of a session. */
export function createRecorder(
  facts: SessionFacts,
  store: SessionStore,
  tell: Tell,
  added: (context: readonly string[]) => void,
): Recorder {
  const written = new Set<string>();
  const agents = new Map<string, Written>();
  let own = openTranscript(facts.transcriptPath, facts);

  const whereTo = (messages: readonly BaseMessage[]): Written => {
    const first = messages.findLast(
      (message) => isHumanMessage(message) && markOf(message).agentId !== undefined,
    );
    const { agentId, agentType = "" } = first ? markOf(first) : {};
    if (agentId === undefined) return { transcript: own, about: {} };
    const known = agents.get(agentId);
    if (known) return known;
    const transcript = openTranscript(store.agentTranscriptPath(facts.id, agentId), facts, { agentId });
    const opened = { transcript, about: { agent_id: agentId, agent_type: agentType } };
    agents.set(agentId, opened);
    return opened;
  };
  const record = async (messages: readonly BaseMessage[], signal: AbortSignal | undefined) => {
    const { transcript, about } = whereTo(messages);
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
        { role, content: textOf(message), message_id: id, ...about },
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
    middleware: (then) =>
      createMiddleware({
        name: "TranscriptMiddleware",
        beforeModel: {
          canJumpTo: ["end"],
          hook: async ({ messages }, { signal }) => {
            await record(messages, signal);
            return then(messages, signal);
          },
        },
        // Not in a step after the request: each step of a graph costs about as much as all hooks that pass.
        wrapModelCall: async (request, handler) => {
          const answer = await handler(request);
          const { state, runtime } = request;
          // One without an id gets it from the graph, and is written before the next request.
          if (AIMessage.isInstance(answer) && answer.id !== undefined)
            await record([...state.messages, answer], runtime.signal);
          return answer;
        },
        afterAgent: async ({ messages }, { signal }) => record(messages, signal),
      }),
  };
}

const roles: { readonly [type: string]: string } = { human: "user", ai: "assistant", tool: "tool" };
