import { isObject, type JsonObject } from "../contract/json.ts";
import { type Run, silence } from "../contract/run.ts";
import type { Call } from "../contract/runner.ts";
import { faultOfRace, type Raced, race } from "./race.ts";

/**
 * The run of a function: its value as it is, or the fault. One that answers `{ async: true, asyncTimeout, answer }` goes on
 * without being waited for, and what its promise `answer` gives is what it says in the end.
 */
export function runOfFunction(call: Pick<Call, "goOn">, raced: Raced<unknown>): Run | Promise<Run> {
  if (raced.kind !== "value") return faultOfRace(raced);
  const { value } = raced;
  if (!isObject(value) || value.async !== true) return valueRun(value, raced.durationMs);
  return goOn(call, raced, value);
}

async function goOn(
  call: Pick<Call, "goOn">,
  { durationMs, abort }: Raced<unknown> & { kind: "value" },
  value: JsonObject,
): Promise<Run> {
  const { asyncTimeout, answer }: { readonly asyncTimeout?: unknown; readonly answer?: unknown } = value;
  const rest = call.goOn(typeof asyncTimeout === "number" ? asyncTimeout : null);
  const ended = await race(rest, (signal) => {
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
