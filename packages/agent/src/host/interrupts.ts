import { interruptedText } from "../show/lines.ts";
import type { Show } from "../show/show.ts";
import type { Interrupts } from "./interactive.ts";

/** Ctrl-C and the signals that end a program. */
export interface SignalInterrupts extends Interrupts {
  /** Ctrl-C was pressed. */
  readonly press: () => void;
  /** Set once there is something to show on. */
  show: Pick<Show, "notice"> | null;
  /** The exit status of a session that a signal has ended; null if none has. */
  readonly killedBy: number | null;
}

/** A second Ctrl-C within this time quits. */
const twiceMs = 2_000;

/** Listens to SIGINT, SIGTERM and SIGHUP: the first Ctrl-C ends the turn, another one or a signal ends the session. */
export function createInterrupts(): SignalInterrupts {
  const quit = new AbortController();
  let turn = new AbortController();
  let pressedAt = Number.NEGATIVE_INFINITY;
  const end = (status: number) => {
    interrupts.killedBy ??= status;
    turn.abort("terminated");
    quit.abort("terminated");
  };
  const press = () => {
    const again = performance.now() - pressedAt < twiceMs;
    pressedAt = performance.now();
    // There is no turn to interrupt while the session is being opened.
    if (again || interrupts.show === null) return end(130);
    turn.abort("Ctrl-C");
    interrupts.show?.notice("info", interruptedText);
  };
  const interrupts: SignalInterrupts & { killedBy: number | null } = {
    press,
    show: null,
    killedBy: null,
    quit: quit.signal,
    turn() {
      // Ctrl-C in another turn is not the second one.
      pressedAt = Number.NEGATIVE_INFINITY;
      turn = new AbortController();
      if (quit.signal.aborted) turn.abort("terminated");
      return turn.signal;
    },
  };
  process.on("SIGINT", press);
  process.on("SIGTERM", () => end(143));
  process.on("SIGHUP", () => end(129));
  return interrupts;
}
