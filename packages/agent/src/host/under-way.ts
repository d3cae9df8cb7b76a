import { AIMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";

/**
 * What the agent is at, beside the stream by which it is shown: calls that go on for a moment when a turn was interrupted, and answers
 * of the model that were not shown yet.
 */
export interface UnderWay {
  /** Stands around all others, so that what hooks do about a call belongs to it. */
  middleware(): ReturnType<typeof createMiddleware>;
  /** An answer was shown, with the calls that it asks for: now they may begin. */
  shown(messageId: string): void;
  /** Does this when all answers so far were shown: what hooks did about one is seen after it. */
  afterShown(act: () => void): void;
  /** Resolves when all calls have ended; waits a few seconds at most. */
  settled(): Promise<void>;
}

const patienceMs = 5_000;
/** Nothing waits longer than this for an answer to be shown. */
const shownMs = 1_000;

/** Keeps what is under way in a session. */
export function createUnderWay(): UnderWay {
  const calls = new Set<Promise<unknown>>();
  const unshown = new Map<string, NodeJS.Timeout>();
  let waiting: (() => void)[] = [];
  const keep = <T>(call: Promise<T>): Promise<T> => {
    const drop = () => void calls.delete(call);
    calls.add(call);
    call.then(drop, drop);
    return call;
  };
  const shown = (id: string) => {
    clearTimeout(unshown.get(id));
    if (!unshown.delete(id) || unshown.size > 0) return;
    const acts = waiting;
    waiting = [];
    for (const act of acts) act();
  };
  const afterShown = (act: () => void) => {
    if (unshown.size === 0) act();
    else waiting.push(act);
  };
  return {
    shown,
    afterShown,
    middleware: () =>
      createMiddleware({
        name: "UnderWayMiddleware",
        wrapModelCall: async (request, handler) => {
          const answer = await keep(Promise.resolve(handler(request)));
          if (AIMessage.isInstance(answer) && answer.id !== undefined) {
            const { id } = answer;
            unshown.set(
              id,
              setTimeout(() => shown(id), shownMs),
            );
          }
          return answer;
        },
        wrapToolCall: async (request, handler) => {
          await new Promise<void>(afterShown);
          return keep(Promise.resolve(handler(request)));
        },
      }),
    async settled() {
      for (const id of [...unshown.keys()]) shown(id);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, patienceMs);
      });
      await Promise.race([Promise.allSettled(calls), late]);
      clearTimeout(timer);
    },
  };
}
