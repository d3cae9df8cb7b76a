import { builtInEvents, type Decision, type Engine, type JsonObject } from "hookline";
import type { Show } from "../show/show.ts";
import { commonFields, type SessionFacts } from "./facts.ts";

/** Says an event of the session: completes the payload, runs the hooks, shows what they have to say to the person. */
export type Tell = (event: string, payload: JsonObject, signal?: AbortSignal) => Promise<Decision>;

/** The events whose payload says how much the agent may do unasked. */
const withMode: ReadonlySet<string> = new Set(
  builtInEvents.filter(({ payload }) => "permission_mode" in payload).map(({ name }) => name),
);

/** Makes the one way by which the agent fires what the LangChain adapter does not fire by itself. */
export function createTell(engine: Engine, facts: SessionFacts, show: Show): Tell {
  return async (event, payload, signal) => {
    const mode = withMode.has(event) ? { permission_mode: facts.mode } : {};
    const decision = await engine.fire(event, { ...commonFields(facts), ...mode, ...payload }, { signal });
    for (const { level, text } of decision.messages) show.notice(level, text);
    return decision;
  };
}
