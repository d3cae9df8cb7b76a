import { Chain, type Link } from "./chain.ts";

/** Something that happens when a time has passed, unless it is taken back before; it must not throw. */
export interface Deadline {
  /** Takes it back; a second time changes nothing. */
  clear(): void;
}

/** The longest time that a timer can wait. */
const longestMs = 2 ** 31 - 1;

const waiting = new Chain<Waiting>();
let timer: NodeJS.Timeout | null = null;
let timerAt = Number.POSITIVE_INFINITY;

interface Waiting {
  readonly at: number;
  readonly act: () => void;
}

/**
 * Lets something happen after so many milliseconds. Nearly every deadline is taken back long before it has passed, so all of them share one
 * timer of the loop, which stays set until the earliest of them would have passed; it keeps the process alive only while one is waited for.
 */
export function setDeadline(ms: number, act: () => void): Deadline {
  const at = performance.now() + Math.max(1, Math.min(ms, longestMs));
  if (at < timerAt) setTimer(at);
  else if (waiting.isEmpty) timer?.ref();
  return new Kept(waiting.add({ at, act }));
}

class Kept implements Deadline {
  readonly #link: Link<Waiting>;

  constructor(link: Link<Waiting>) {
    this.#link = link;
  }

  clear(): void {
    if (waiting.remove(this.#link) && waiting.isEmpty) timer?.unref();
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
  const due: Link<Waiting>[] = [];
  let earliest = Number.POSITIVE_INFINITY;
  for (const link of waiting.links()) {
    if (link.thing.at <= now) due.push(link);
    else earliest = Math.min(earliest, link.thing.at);
  }
  if (earliest < timerAt) setTimer(earliest);
  // One of them may take another one back.
  for (const link of due) if (waiting.remove(link)) link.thing.act();
}
