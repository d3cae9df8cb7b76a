import type { Binding, Dialect } from "../../contract/dialect.ts";
import type { EventSpec } from "../../contract/event.ts";
import { suggest } from "../suggest.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { shownValue } from "./check-fields.ts";
import { type FileJudge, hasRoom, report, type Spot } from "./file-judge.ts";

/** An event that a name in a file stands for. */
export interface BoundEvent {
  readonly spec: EventSpec;
  /** The pattern that the name itself holds; null if it holds none. */
  readonly pattern: string | null;
}

/** The events that a name stands for in the dialect of its file; none, and a report, if it stands for nothing. */
export function boundEvents(file: FileJudge, name: string, spot: Spot): readonly BoundEvent[] {
  const { catalog } = file.basis;
  const bound = bindingsOf(file.place.dialect, name).flatMap(({ event, matcher }) => {
    const spec = catalog.event(event);
    return spec ? [{ spec, pattern: matcher }] : [];
  });
  if (bound.length === 0 && hasRoom(file)) reportUnknownEvent(file, name, spot);
  return bound;
}

function bindingsOf({ bind, events, otherEvents }: Dialect, name: string): readonly Binding[] {
  if (bind) return bind(name);
  const known = Object.hasOwn(events, name) ? events[name] : undefined;
  const canonical = known ?? (otherEvents ? name : []);
  const names = typeof canonical === "string" ? [canonical] : canonical;
  return names.map((event) => ({ event, matcher: null }));
}

function reportUnknownEvent(file: FileJudge, name: string, spot: Spot): void {
  const { catalog } = file.basis;
  const { dialect } = file.place;
  const { events, otherEvents, title } = dialect;
  const known = [...Object.keys(events), ...(otherEvents ? catalog.eventNames : [])];
  const meant = suggest(name, known);
  const elsewhere = catalog.event(name) ? "hooks for it belong in .hookline/hooks.json" : null;
  const list = otherEvents ? "docs/events.md lists the events" : `its events are: ${known.join(", ")}`;
  const hint = meant === null ? (elsewhere ?? list) : `did you mean "${meant}"?`;
  const where = otherEvents ? "" : ` in ${title}`;
  report(file, "error", spot, `there is no event ${shownValue(name)}${where}; its hooks never run`, hint);
}

/** Where the name of an event stands: the key of its groups. */
export function eventSpot(path: JsonPath): Spot {
  return { path, at: "key" };
}
