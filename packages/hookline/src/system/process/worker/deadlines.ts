import { afterPoll } from "../after-poll.ts";

/** Something that has its time. */
export interface Timed {
  readonly startedAt: number;
  readonly deadlineMs: number;
  /** Called once when its time is over, never before, and after what had happened until then was seen. */
  passed(): void;
}

/** Watches over the times of many things with one clock, which is not set anew for each of them. */
export interface Deadlines {
  add(thing: Timed): void;
  /** Takes one back; the clock keeps this process alive only while there is one. */
  remove(thing: Timed): void;
  /** When the last one is gone, the clock is, too. */
  close(): void;
}

/** A deadline that is told later than this was told by a blocked event loop. */
const lateMs = 20;

/** The longest time that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** Makes deadlines without anything. */
export function createDeadlines(): Deadlines {
  const things: Timed[] = [];
  let timer: NodeJS.Timeout | null = null;
  let setFor = Number.POSITIVE_INFINITY;
  let isClosed = false;

  const endOf = ({ startedAt, deadlineMs }: Timed) => startedAt + deadlineMs;

  function set(end: number): void {
    if (timer) clearTimeout(timer);
    setFor = end;
    const restMs = Math.ceil(end - performance.now());
    timer = setTimeout(look, Math.min(Math.max(restMs, 1), longestMs));
  }

  function look(): void {
    timer = null;
    setFor = Number.POSITIVE_INFINITY;
    const now = performance.now();
    for (const thing of [...things]) {
      const lateBy = now - endOf(thing);
      if (lateBy < 0) continue;
      const tell = () => {
        if (take(thing)) thing.passed();
      };
      // When the loop was blocked, the answer may have come long ago, and nobody had the time to see it.
      if (lateBy > lateMs) afterPoll(tell);
      else tell();
    }
    let next = setFor;
    for (const thing of things) if (endOf(thing) > now) next = Math.min(next, endOf(thing));
    if (next < setFor) set(next);
  }

  function take(thing: Timed): boolean {
    const index = things.indexOf(thing);
    if (index === -1) return false;
    things.splice(index, 1);
    if (things.length > 0 || !timer) return true;
    if (isClosed) {
      clearTimeout(timer);
      timer = null;
    } else timer.unref();
    return true;
  }

  return {
    add(thing) {
      things.push(thing);
      const end = endOf(thing);
      if (end < setFor) set(end);
      else if (things.length === 1) timer?.ref();
    },
    remove: (thing) => void take(thing),
    close() {
      isClosed = true;
      if (things.length > 0 || !timer) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}
