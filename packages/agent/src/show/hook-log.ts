import type { FaultKind, Notice, Verdict } from "hookline";

/** How a hook ended the last time. */
export interface LastRun {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly verdict: Verdict;
  readonly fault: FaultKind | null;
  readonly durationMs: number;
  readonly background: boolean;
}

/** The last result of each hook. */
export interface HookLog {
  /** Hears what happens to hooks: `engine.listen(log.hear)`. */
  readonly hear: (notice: Notice) => void;
  /** Undefined for a hook that has not ended yet in this session. */
  last(hook: string): LastRun | undefined;
  /** How many executions of it go on now. */
  running(hook: string): number;
}

/** Makes a log that keeps one result for each hook, however often it runs. */
export function createHookLog(now: () => number = Date.now): HookLog {
  const ends = new Map<string, LastRun>();
  const open = new Map<string, string>();
  return {
    hear(notice) {
      if (notice.type === "started") open.set(notice.runId, notice.hook);
      if (notice.type !== "response") return;
      open.delete(notice.runId);
      const { verdict, fault, durationMs } = notice.report;
      ends.set(notice.hook, { at: now(), verdict, fault, durationMs, background: notice.background });
    },
    last: (hook) => ends.get(hook),
    running: (hook) => [...open.values()].filter((id) => id === hook).length,
  };
}
