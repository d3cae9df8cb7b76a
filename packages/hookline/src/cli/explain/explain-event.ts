import { builtInEvents, type Engine, type Hook, type JsonObject, type Preview } from "../../index.ts";
import { type Asked, dialectOf, type ExplainedHook, explained } from "./explained-hook.ts";
import { missOf } from "./near-miss.ts";
import { failedCondition, itemFinding, skipFinding } from "./why-not.ts";

/** The hooks of one dialect that run: each inner list is a strand, whose hooks wait for each other; strands start together. */
export interface Order {
  readonly dialect: string;
  readonly strands: readonly (readonly string[])[];
}

/** Every configured hook on one event: those that run in their order, then near misses, then the others. */
export interface ExplainedEvent {
  readonly event: string;
  readonly subject: string | null;
  readonly conditions: Asked["conditions"];
  readonly hooks: readonly ExplainedHook[];
  readonly order: readonly Order[];
  /** Problems met while planning. */
  readonly notes: readonly string[];
  /** The payload as hooks would get it. */
  readonly payload: JsonObject;
}

/** Explains what becomes of every hook on an event, from the plan that would run. */
export function explainEvent(
  engine: Engine,
  preview: Preview,
  conditions: Asked["conditions"],
): ExplainedEvent {
  const { event, lanes, skips, notes } = preview.plan;
  const told = (hook: Hook, finding: Parameters<typeof explained>[2], failed?: Asked["failed"]) =>
    explained({ engine, preview, asked: { conditions, failed } }, hook, finding);
  const planned = lanes.flatMap(({ strands }) =>
    strands.flatMap((strand) =>
      strand.map((item, index) => told(item.hook, itemFinding(engine, item, strand.slice(0, index)))),
    ),
  );
  const skipped = skips.map((skip) => told(skip.hook, skipFinding(skip), failedCondition(skip)));
  const unmatched = preview.unmatched.map((hook) => {
    const { near, why, todo } = missOf(hook, event, dialectOf(hook), preview);
    return told(hook, { answer: "unmatched", near, why: [why], todo: todo === "" ? [] : [todo] });
  });
  const others = preview.others.map(({ hook, fits }) => {
    const near =
      fits === null ? areAlike(hook.event, event.spec.name) : fits && hook.matcher.pattern !== null;
    const why = [`it is for ${hook.event}: ${summaryOf(hook.event)}`];
    if (near && fits) why.push("there its matcher would fit");
    const todo = near ? [`move it to "${event.spec.name}" if that is what you mean`] : [];
    return told(hook, { answer: "other-event", near, why, todo });
  });
  const rest = [...skipped, ...unmatched, ...others];
  return {
    event: event.spec.name,
    subject: event.subject?.name ?? null,
    conditions,
    hooks: [
      ...planned.sort((one, other) => (one.order ?? 0) - (other.order ?? 0)),
      ...rest.filter(({ near }) => near),
      ...rest.filter(({ near }) => !near),
    ],
    order: lanes.map(({ dialect, strands }) => ({
      dialect: dialect.name,
      strands: strands.map((strand) => strand.map(({ hook }) => hook.id)),
    })),
    notes: notes.map(({ hook, text }) => `${hook.id}: ${text}`),
    payload: event.payload,
  };
}

/** True for names that people take for one another: `Stop` and `SubagentStop`, `PreCompact` and `PostCompact`. */
function areAlike(one: string, other: string): boolean {
  const core = (name: string) => name.replace(/^(?:Pre|Post)(?=[A-Z])/, "");
  return one.includes(other) || other.includes(one) || core(one) === core(other);
}

function summaryOf(name: string): string {
  return builtInEvents.find((spec) => spec.name === name)?.summary ?? "an event of the host";
}
