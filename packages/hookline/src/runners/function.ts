import { faultRun, type Run, silence } from "../contract/run.ts";
import { defineRunner } from "../contract/runner.ts";
import { faultOfRace, type Raced, race } from "./race.ts";

/** A function that the host registered with `engine.on`. */
export const functionRunner = defineRunner({
  type: "function",
  summary: "a function that the host registered in code",
  fields: {},
  identity: [],
  inProcess: true,
  async run(hook, _fields, call) {
    const named = call.services.functionOf(hook);
    if (!named) return faultRun("spawn", `no function is registered for ${hook.id}`);
    return runOfValue(await race(call, (signal) => named(call.payload, { signal, event: call.event })));
  },
});

/** The run of a function: its value as it is, or the fault. */
export function runOfValue(raced: Raced<unknown>): Run {
  if (raced.kind !== "value") return faultOfRace(raced);
  const { value, durationMs } = raced;
  return { end: { kind: "value", value }, stdout: silence, stderr: silence, durationMs, left: [] };
}
