import { builtInEvents, type Decision, type Engine, type JsonObject } from "hookline";
import { commonFields, type SessionFacts } from "./facts.ts";

/** Says an event of the session: completes the payload, runs the hooks, hands on what they have to say beyond the verdict. */
export type Tell = (event: string, payload: JsonObject, signal?: AbortSignal) => Promise<Decision>;

/** The events whose payload says how much the agent may do unasked. */
const withMode: ReadonlySet<string> = new Set(
  builtInEvents.filter(({ payload }) => "permission_mode" in payload).map(({ name }) => name),
);

/** The payload fields of the session that an event of this name has. */
export function payloadFor(event: string, facts: SessionFacts): JsonObject {
  return { ...commonFields(facts), ...(withMode.has(event) && { permission_mode: facts.mode }) };
}

/** Makes the one way by which the agent fires what the LangChain adapter does not fire by itself. */
export function createTell(engine: Engine, facts: SessionFacts, told: (decision: Decision) => void): Tell {
  return async (event, payload, signal) => {
    const decision = await engine.fire(event, { ...payloadFor(event, facts), ...payload }, { signal });
    told(decision);
    return decision;
  };
}
