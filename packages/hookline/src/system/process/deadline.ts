import { afterPoll } from "./after-poll.ts";

/** A deadline that is told later than this was told by a blocked event loop. */
const lateMs = 20;

/** The longest time that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** Calls back once the time since `startedAt` is over, never before, and after what had happened until then was seen; the result takes it back. */
export function onDeadline(startedAt: number, deadlineMs: number, passed: () => void): () => void {
  let timer: NodeJS.Timeout;
  let over = false;
  const tell = () => {
    if (!over) passed();
  };
  const wait = () => {
    const restMs = startedAt + deadlineMs - performance.now();
    timer = setTimeout(look, Math.min(Math.ceil(restMs), longestMs));
  };
  const look = () => {
    const lateBy = performance.now() - startedAt - deadlineMs;
    // A timer counts from when the loop last looked at the clock, so it is early by what was done since, such as the start itself.
    if (lateBy < 0) wait();
    // When the loop was blocked, the hook may have ended long ago, and nobody had the time to see it.
    else if (lateBy > lateMs) afterPoll(tell);
    else tell();
  };
  wait();
  return () => {
    over = true;
    clearTimeout(timer);
  };
}
