import type { Run } from "../contract/run.ts";

/** The longest time that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** Sees to it that a hook settles, whatever its runner does. */
export interface Guard {
  /** Settles when the limit is over and no command of the hook is pending any more. */
  readonly late: Promise<Run>;
  end(): void;
}

/** Guards one run; the clock is set while the hook already runs, so that it costs the hook nothing. */
export function openGuard(limitMs: number, pending: ReadonlySet<Promise<unknown>>, run: () => Run): Guard {
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const late = new Promise<Run>((settle) => {
    const passed = async () => {
      // A command is the process host's to end: it does, and nothing of it must be alive when this settles.
      await Promise.all(pending);
      setImmediate(() => settle(run()));
    };
    setImmediate(() => {
      if (!over) timer = setTimeout(passed, Math.min(limitMs, longestMs));
    });
  });
  return {
    late,
    end() {
      over = true;
      clearTimeout(timer);
    },
  };
}
