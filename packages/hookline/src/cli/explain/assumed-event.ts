import { builtInTools, type Engine, type Hook, type JsonObject } from "../../index.ts";
import { blankPayload, subjectField } from "./blank-payload.ts";
import { explainEvent } from "./explain-event.ts";

/** An event that a hook is for, of which nobody has said anything, and what of it is only assumed. */
export interface AssumedEvent {
  readonly event: string;
  readonly payload: JsonObject;
  readonly blanks: readonly string[];
}

/** The event that tells most about a hook where none was fired yet: one that its matcher fits, else one that it nearly fits. */
export function assumedEvent(engine: Engine, hook: Hook): AssumedEvent {
  const { event, matcher, source } = hook;
  const field = subjectField(event);
  if (field === null) return { event, ...blankPayload(event, {}) };
  const known = field === "tool_name" ? builtInTools.map(({ name }) => name) : [];
  const own = (matcher.pattern ?? "").split(/[|,]/).map((word) => word.trim());
  const tried = (names: readonly string[]) =>
    names.map((name) => {
      const { payload, blanks } = blankPayload(event, { [field]: name });
      const preview = engine.preview(event, payload, { conditions: "assumed" });
      const { hooks } = explainEvent(engine, preview, "assumed");
      const row = hooks.find(({ id, source: at }) => id === hook.id && at === source.text);
      return {
        event,
        payload,
        blanks: [field, ...blanks],
        fits: row?.answer !== "unmatched",
        near: row?.near,
      };
    });
  const tools = tried(known);
  const others = tried(own.filter((word) => /^[\w.:-]+$/.test(word)));
  const best =
    tools.find(({ fits }) => fits) ??
    tools.find(({ near }) => near) ??
    others.find(({ fits }) => fits) ??
    others[0] ??
    tools[0];
  const { payload, blanks } = best ?? blankPayload(event, { [field]: "" });
  return { event, payload, blanks };
}
