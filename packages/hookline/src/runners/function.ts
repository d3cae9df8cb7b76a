import { deepFreeze } from "../contract/json.ts";
import { faultRun } from "../contract/run.ts";
import { type Call, defineRunner, type FunctionCall } from "../contract/runner.ts";
import { runOfFunction } from "./function-answer.ts";
import { race } from "./race.ts";

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
    return runOfFunction(call, await race(call, (signal) => named(call.payload, functionCall(call, signal))));
  },
});

/** What a function gets beside the payload; the event is a copy, made for those who look at it. */
export function functionCall({ event }: Call, signal: AbortSignal): FunctionCall {
  const { tool_use_id: id } = event.payload;
  return {
    signal,
    get event() {
      return Object.freeze({ ...event, payload: deepFreeze(structuredClone(event.payload)) });
    },
    toolUseId: typeof id === "string" ? id : "",
  };
}
