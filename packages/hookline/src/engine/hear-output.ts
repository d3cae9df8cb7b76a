import { asyncWatch } from "./async-watch.ts";
import type { Start } from "./make-call.ts";
import type { Spawn } from "./spawn-batch.ts";
import type { EngineState } from "./state.ts";

/** Listens to what a command prints while it runs: it may ask not to be waited for, and somebody may watch it. */
export function outputListener(
  state: EngineState,
  { runId, event, hook, dialect, background }: Start,
  goOn: (timeout: number | null) => void,
): Parameters<Spawn>[2] {
  // Where stdout is text unless it is known as an answer, nothing in it sends a hook to the background.
  const mayLeave = dialect.answer !== "never" && dialect.answer !== "optional";
  const watch = background || !mayLeave ? null : asyncWatch(goOn);
  return (stream, chunk) => {
    if (stream === "stdout") watch?.(chunk);
    if (!state.notices.wanted) return;
    const text = Buffer.from(chunk).toString();
    state.notices.tell({
      type: "progress",
      runId,
      eventId: event.id,
      event: event.spec.name,
      hook: hook.id,
      stream,
      text,
    });
  };
}
