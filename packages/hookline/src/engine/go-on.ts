import type { Call } from "../contract/runner.ts";
import type { Start } from "./make-call.ts";
import type { EngineState } from "./state.ts";

/** Lets a hook go on without being waited for; `onLimit` is told the time that it has from then on. */
export function goOn(
  state: EngineState,
  start: Start,
  timeout: number | null,
  onLimit: (ms: number) => void,
): ReturnType<Call["goOn"]> {
  const ms = laterMs(start, timeout, performance.now() - start.began);
  onLimit(ms);
  start.onAsync();
  return { signal: state.closing.signal, deadlineMs: ms };
}

/** What a hook that nobody waits for has: what it asks for, else what is left of its own time, whatever its group has. */
function laterMs({ hook, dialect }: Start, timeout: number | null, elapsedMs: number): number {
  const { unitMs, asyncUnitMs = unitMs, maxMs } = dialect.timeout;
  const ms = (timeout ?? 0) * asyncUnitMs;
  return ms > 0 ? Math.min(ms, maxMs) : Math.max(1, hook.timeoutMs - elapsedMs);
}
