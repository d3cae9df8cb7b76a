import { type Deadline, setDeadline } from "../../deadlines.ts";
import { afterPoll } from "../after-poll.ts";
import type { Link } from "./link.ts";

/** The wait for the answer to one command. */
export interface Patience {
  /** From now on the answer, or the beginning of its end, is due in so many milliseconds. */
  expect(ms: number): void;
  /** The answer is there. */
  end(): void;
}

/** What is due may be so much late: then the helper may stand still, and is woken, which is nothing to one that does not. */
const lateMs = 150;
/** One that was woken and says nothing at all for so long, and the grace, answers no more. */
const silenceMs = 1_000;

/** Waits for an answer that is due in so many milliseconds: whoever could stop a helper would else hold up an event for ever. */
export function awaitAnswer(link: Link, graceMs: number, ms: number): Patience {
  return new Awaited(link, graceMs, ms);
}

class Awaited implements Patience {
  readonly #link: Link;
  readonly #graceMs: number;
  #deadline: Deadline;
  #over = false;

  constructor(link: Link, graceMs: number, ms: number) {
    this.#link = link;
    this.#graceMs = graceMs;
    this.#deadline = setDeadline(ms + lateMs, () => this.#wake());
  }

  expect(ms: number): void {
    if (this.#over) return;
    this.#deadline.clear();
    this.#deadline = setDeadline(ms + lateMs, () => this.#wake());
  }

  end(): void {
    this.#over = true;
    this.#deadline.clear();
  }

  #wake(): void {
    this.#link.wake();
    this.#listen();
  }

  #listen(): void {
    const heard = this.#link.heard();
    const look = () => {
      if (this.#over) return;
      if (this.#link.heard() === heard) this.#link.giveUp("it did not answer");
      else this.#listen();
    };
    // While this process was busy, the answer may have come.
    this.#deadline = setDeadline(this.#graceMs + silenceMs, () => afterPoll(look));
  }
}
