import { afterPoll } from "../after-poll.ts";
import type { Link } from "./link.ts";

/** An answer that a helper owes. */
export interface Owed {
  /** When it, or the beginning of its end, is due, by the clock of `performance.now()`. */
  readonly dueAt: number;
  readonly graceMs: number;
}

/** Who is waited for now: the helper, if there is one, and what it owes. */
export interface Waits {
  link(): Link | null;
  owed(): readonly Owed[];
}

/** How often it is looked: nothing is set for a command alone, since nearly all of them end long before. */
const lookMs = 250;
/** What is due may be so much late: then the helper may stand still, and is woken, which is nothing to one that does not. */
const lateMs = 150;
/** One that was woken and says nothing at all for so long, and the grace, answers no more. */
const silenceMs = 1_000;

/**
 * Sees to it that a helper answers: whoever could stop one would else hold up events for ever. What comes back is called when something is sent; it
 * looks as long as an answer is owed.
 */
export function createPatience({ link, owed }: Waits): () => void {
  let looking: NodeJS.Timeout | null = null;
  let woken: { readonly at: number; readonly heard: number } | null = null;

  function stop(): void {
    if (looking) clearInterval(looking);
    looking = null;
    woken = null;
  }

  function look(): void {
    const [helper, answers, now] = [link(), owed(), performance.now()];
    if (!helper || answers.length === 0) {
      stop();
      return;
    }
    const late = answers.filter(({ dueAt }) => now > dueAt + lateMs);
    if (late.length === 0) woken = null;
    else if (woken?.heard !== helper.heard()) {
      helper.wake();
      woken = { at: now, heard: helper.heard() };
    } else if (now - woken.at > silenceMs + Math.max(...late.map(({ graceMs }) => graceMs))) {
      const { heard } = woken;
      // While this process was busy, the answer may have come.
      afterPoll(() => {
        if (helper.heard() === heard) helper.giveUp("it did not answer");
      });
    }
  }

  return () => {
    looking ??= setInterval(look, lookMs).unref();
  };
}
