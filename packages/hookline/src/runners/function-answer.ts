import { isObject } from "../contract/json.ts";
import { faultRun, type Run, silence } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import { faultOfRace, messageOf, type Raced, race } from "./race.ts";

/**
 * The run of a function: its value as it is, or the fault. One that answers `{ async: true, asyncTimeout, answer }` goes on
 * without being waited for, and what its promise `answer` gives is what it says in the end.
 */
export function runOfFunction(call: Pick<Call, "goOn">, raced: Raced<unknown>): Run | Promise<Run> {
  if (raced.kind !== "value") return faultOfRace(raced);
  const { value, durationMs } = raced;
  try {
    const later = laterAnswer(value);
    return later ? goOn(call, raced, later) : valueRun(value, durationMs);
  } catch (error) {
    // An answer that throws when it is looked at has broken the hook, not the event.
    return faultRun("crash", messageOf(error), durationMs);
  }
}

interface LaterAnswer {
  readonly timeout: number | null;
  readonly answer: unknown;
}

function laterAnswer(value: unknown): LaterAnswer | null {
  if (!isObject(value) || value.async !== true) return null;
  const { asyncTimeout, answer } = value;
  return { timeout: typeof asyncTimeout === "number" ? asyncTimeout : null, answer };
}

async function goOn(
  call: Pick<Call, "goOn">,
  { durationMs, abort }: Raced<unknown> & { kind: "value" },
  { timeout, answer }: LaterAnswer,
): Promise<Run> {
  const ended = await race(call.goOn(timeout), (signal) => {
    // The function still holds the signal that it was called with.
    signal.addEventListener("abort", () => abort(signal.reason), { once: true });
    return answer;
  });
  const wholeMs = durationMs + ended.durationMs;
  return ended.kind === "value"
    ? valueRun(ended.value, wholeMs)
    : faultOfRace({ ...ended, durationMs: wholeMs });
}

function valueRun(value: unknown, durationMs: number): Run {
  return { end: { kind: "value", value }, stdout: silence, stderr: silence, durationMs, left: [] };
}
