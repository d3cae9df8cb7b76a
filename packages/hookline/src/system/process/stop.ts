import { afterPoll } from "./after-poll.ts";
import type { ProcessRow } from "./process-table.ts";
import type { Strays } from "./strays.ts";

/** What is to be stopped. */
export interface Target {
  readonly leader: number;
  /** Whether the leader's end was reported to us: the only proof that it has one. */
  hasExited(): boolean;
  readonly strays: Pick<Strays, "look">;
  readonly graceMs: number;
}

/** A stop that is under way. */
export interface Stopping {
  /** Looks at once whether all are gone; for when the leader's end is reported. */
  check(): void;
  /** Gives up the grace. */
  hurry(): void;
}

/** After SIGKILL: what is still there then (waiting inside the kernel, or of another user) is named and left. */
const killLimitMs = 200;

/** Ends all processes of a hook: SIGTERM, the grace, SIGKILL until nothing is alive; tells what could not be ended, soon in any case. */
export function stopProcesses(target: Target, gone: (left: readonly number[]) => void): Stopping {
  const { leader, strays } = target;
  let killAt = performance.now() + target.graceMs;
  let killedAt = Number.POSITIVE_INFINITY;
  let pauseMs = 2;
  let heardOut = false;
  let over = false;
  let timer: NodeJS.Timeout | undefined;

  function send(signals: readonly NodeJS.Signals[], alive: readonly ProcessRow[]): void {
    // Once the leader was reaped its number may belong to a stranger; then only who was just recognised is meant.
    const group = !target.hasExited();
    for (const signal of signals) {
      if (group) kill(-leader, signal);
      for (const row of alive) if (!group || row.group !== leader) kill(row.pid, signal);
    }
  }

  function finish(left: readonly number[]): void {
    over = true;
    clearTimeout(timer);
    gone(left);
  }

  function step(): void {
    if (over) return;
    clearTimeout(timer);
    const now = performance.now();
    const killing = now >= killAt;
    const waiting = !target.hasExited();
    if (killing || !waiting) {
      const { alive, unsure } = strays.look();
      const allGone = !waiting && alive.length === 0 && !unsure;
      const late = now >= killedAt + killLimitMs;
      if (late && !allGone && !heardOut) {
        // When the loop was blocked, the leader may have ended long ago, and nobody had the time to see it.
        heardOut = true;
        afterPoll(step);
        return;
      }
      if (allGone || late) {
        const left = alive.map(({ pid }) => pid);
        finish(waiting ? [leader, ...left] : left);
        return;
      }
      if (killing) {
        send(["SIGKILL"], alive);
        // Counted from the signal itself: a blocked loop may come here long after the grace is over.
        killedAt = Math.min(killedAt, now);
      }
    }
    // Until the leader has ended or the grace is over there is nothing to see.
    const pause = killing ? pauseMs : waiting ? killAt - now : Math.min(pauseMs, killAt - now);
    pauseMs = Math.min(pauseMs * 2, 20);
    timer = setTimeout(step, pause);
  }

  // A stopped process cannot die of SIGTERM, so it is woken.
  if (target.graceMs > 0) send(["SIGTERM", "SIGCONT"], strays.look().alive);
  step();
  return {
    check: step,
    hurry() {
      killAt = Math.min(killAt, performance.now());
      step();
    },
  };
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or of another user: the next look tells.
  }
}
