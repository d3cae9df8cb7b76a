import { allDialects, type Engine } from "../../index.ts";
import { tracedEvents } from "../trace/events.ts";
import { traceRecords } from "../trace/records.ts";

const dayMs = 86_400_000;

/** How far back it is looked whether an event is ever fired. */
const days = 7;

/** What makes one doubt that an event is fired here at all: agents that never fire it, and a trace without it. */
export function eventDoubts(
  event: string,
  { stateFolder, projectDir, hooks }: Pick<Engine, "stateFolder" | "projectDir" | "hooks">,
): readonly string[] {
  const doubts: string[] = [];
  const inUse = allDialects.filter(({ name }) => hooks.some((hook) => hook.dialect === name));
  const without = inUse.filter((dialect) => !dialect.otherEvents && !firesOf(dialect.events).has(event));
  if (without.length > 0)
    doubts.push(
      `${without.map(({ title }) => title).join(" and ")} never ${without.length === 1 ? "fires" : "fire"} ${event}`,
    );
  const seen = firedHere(stateFolder, projectDir);
  if (typeof seen === "string") doubts.push(seen);
  else if (seen.size === 0)
    doubts.push(
      `no event was fired in this project in the last ${days} days: if an agent worked here, it did not ask Hookline`,
    );
  else if (!seen.has(event)) {
    const others = [...seen].map(([name, count]) => `${name} ${count}`).join(", ");
    doubts.push(`no ${event} was fired in this project in the last ${days} days (fired were: ${others})`);
  }
  return doubts;
}

/** How often each event was fired in a project of late; a sentence if the trace cannot be read. */
function firedHere(stateFolder: string, projectDir: string): ReadonlyMap<string, number> | string {
  const seen = new Map<string, number>();
  try {
    for (const one of tracedEvents(traceRecords(stateFolder, Date.now() - days * dayMs)))
      if (one.project === projectDir) seen.set(one.event, (seen.get(one.event) ?? 0) + 1);
    return seen;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `what was fired here is not known, for the trace cannot be read: ${why}`;
  }
}

function firesOf(events: (typeof allDialects)[number]["events"]): ReadonlySet<string> {
  return new Set(Object.values(events).flat());
}
