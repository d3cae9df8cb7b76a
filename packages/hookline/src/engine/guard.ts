import { type Deadline, setDeadline } from "../system/deadlines.ts";
import { type Due, notSoon, soon } from "../system/soon.ts";

/** Sees to it that a hook settles, whatever its runner does: calls `late` when the limit is over and no command of it is pending. */
export function openGuard(
  limitMs: number,
  pending: ReadonlySet<Promise<unknown>>,
  late: () => void,
): () => void {
  let deadline: Deadline | null = null;
  const passed = async () => {
    // A command is the process host's to end: it does, and nothing of it must be alive when the hook settles.
    await Promise.allSettled(pending);
    setImmediate(late);
  };
  // The clock is set while the hook already runs, so that it costs the hook nothing.
  const clock: Due = {
    awaited: false,
    due() {
      deadline = setDeadline(limitMs, passed);
    },
  };
  soon(clock);
  return () => {
    notSoon(clock);
    deadline?.clear();
  };
}
