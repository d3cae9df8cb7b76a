/** Something that happens when a time has passed, unless it is taken back before; it must not throw. */
export interface Deadline {
  /** Takes it back; a second time changes nothing. */
  clear(): void;
}

/** The longest time that a timer can wait. */
const longestMs = 2 ** 31 - 1;

let first: Waiting | null = null;
let timer: NodeJS.Timeout | null = null;
let timerAt = Number.POSITIVE_INFINITY;

/**
 * Lets something happen after so many milliseconds. Nearly every deadline is taken back long before it has passed, so all of them share one
 * timer of the loop, which stays set until the earliest of them would have passed; it keeps the process alive only while one is waited for.
 */
export function setDeadline(ms: number, act: () => void): Deadline {
  const delay = Math.max(1, Math.min(ms, longestMs));
  return new Waiting(performance.now() + delay, act);
}

/** A link of a list, so that what is taken back leaves nothing behind. */
class Waiting implements Deadline {
  readonly at: number;
  readonly act: () => void;
  #before: Waiting | null = null;
  #after: Waiting | null = first;
  #waits = true;

  constructor(at: number, act: () => void) {
    this.at = at;
    this.act = act;
    if (first) first.#before = this;
    first = this;
    if (at < timerAt) setTimer(at);
    else if (this.#after === null) timer?.ref();
  }

  get next(): Waiting | null {
    return this.#after;
  }

  clear(): void {
    if (!this.#waits) return;
    this.#waits = false;
    if (this.#before) this.#before.#after = this.#after;
    else first = this.#after;
    if (this.#after) this.#after.#before = this.#before;
    if (first === null) timer?.unref();
  }
}

function setTimer(at: number): void {
  if (timer) clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(passed, Math.max(1, Math.ceil(at - performance.now())));
}

function passed(): void {
  timer = null;
  timerAt = Number.POSITIVE_INFINITY;
  const now = performance.now();
  const due: Waiting[] = [];
  let earliest = Number.POSITIVE_INFINITY;
  for (let one = first; one; one = one.next) {
    if (one.at <= now) due.push(one);
    else earliest = Math.min(earliest, one.at);
  }
  for (const one of due) one.clear();
  if (earliest < timerAt) setTimer(earliest);
  for (const one of due.reverse()) one.act();
}
