import { frozenCopy } from "../contract/copies.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import type { JsonObject } from "../contract/json.ts";
import { faultRun, type Run } from "../contract/run.ts";
import { type Call, defineRunner, type FunctionCall } from "../contract/runner.ts";
import { runOfFunction } from "./function-answer.ts";
import { startRace } from "./race.ts";

/** What of a call a function needs; the payload is copied only when it is asked for. */
export interface FunctionPlace extends Pick<Call, "event" | "signal" | "deadlineMs" | "goOn"> {
  readonly services: Pick<Call["services"], "functionOf">;
  readonly shown: { readonly payload: JsonObject };
  /** When it began, by the clock of `performance`; now if absent. */
  readonly began?: number;
}

/** A function that the host registered with `engine.on`. */
export const functionRunner = defineRunner({
  type: "function",
  summary: "a function that the host registered in code",
  fields: {},
  // Two functions are never the same hook; the engine gives each its own id.
  identity: ["id"],
  inProcess: true,
  async run(hook, _fields, call) {
    const { event, signal, deadlineMs, services, goOn } = call;
    const place = { event, signal, deadlineMs, services, goOn, shown: call };
    return new Promise((settle) => runFunction(hook, place, settle));
  },
});

/** Runs the function of a hook, and says in the end how it ran: without a promise of its own, since most functions are done at once. */
export function runFunction(hook: ApprovedHook, place: FunctionPlace, ended: (run: Run) => void): void {
  const named = place.services.functionOf(hook);
  if (!named) {
    ended(faultRun("spawn", `no function is registered for ${hook.id}`));
    return;
  }
  startRace<unknown>(
    place,
    (signal) => named(place.shown.payload, functionCall(place, signal)),
    (raced) => {
      const run = runOfFunction(place, raced);
      if (run instanceof Promise) void run.then(ended);
      else ended(run);
    },
  );
}

/** What a function gets beside the payload; the signal is made, and the event copied, for those who look at them. */
export function functionCall({ event }: Pick<Call, "event">, signal: () => AbortSignal): FunctionCall {
  const { tool_use_id: id } = event.payload;
  const toolUseId = typeof id === "string" ? id : "";
  // Getters of its own would do the same, and take longer than all else in the call of a function.
  return new Proxy({ signal: noSignal, event, toolUseId }, new WhenLookedAt(signal));
}

/** Stands where a signal will be. */
const noSignal = new AbortController().signal;

/** Makes what is dear when somebody looks at it. */
class WhenLookedAt implements ProxyHandler<FunctionCall> {
  readonly #signal: () => AbortSignal;

  constructor(signal: () => AbortSignal) {
    this.#signal = signal;
  }

  get(call: FunctionCall, name: string | symbol): unknown {
    if (name === "signal") return this.#signal();
    if (name === "event") return Object.freeze({ ...call.event, payload: frozenCopy(call.event.payload) });
    return Reflect.get(call, name);
  }
}
