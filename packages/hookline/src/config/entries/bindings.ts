import type { Bound, Dialect } from "../../contract/dialect.ts";
import type { EventSpec } from "../../contract/event.ts";
import { suggest } from "../../contract/suggest.ts";
import type { Catalog } from "../../events/catalog.ts";
import type { HookFilePlace } from "../places.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { shownValue } from "./check-fields.ts";
import { type FileJudge, hasRoom, report, reportSentence, type Spot } from "./file-judge.ts";
import type { MatcherCompiler } from "./matchers.ts";

/** An event that a name in a file stands for. */
export interface BoundEvent {
  readonly spec: EventSpec;
  /** The pattern that the name itself holds; null if it holds none. */
  readonly pattern: string | null;
  readonly compileMatcher: ReturnType<MatcherCompiler>;
}

/** What names stand for in a dialect: every file of it asks for the same few. Only names of known events are in it. */
interface PlainEvents {
  readonly catalog: Catalog;
  readonly ofDialects: WeakMap<Dialect, Map<string, readonly BoundEvent[]>>;
}

const plain = new WeakMap<MatcherCompiler, PlainEvents>();

function plainEvents({ basis, place }: FileJudge): Map<string, readonly BoundEvent[]> | null {
  const { catalog, compileMatcher } = basis;
  if (place.events !== undefined || place.dialect.bind) return null;
  let known = plain.get(compileMatcher);
  if (known?.catalog !== catalog) {
    known = { catalog, ofDialects: new WeakMap() };
    plain.set(compileMatcher, known);
  }
  const names = known.ofDialects.get(place.dialect) ?? new Map<string, readonly BoundEvent[]>();
  known.ofDialects.set(place.dialect, names);
  return names;
}

/** The events that a name stands for in the dialect of its file; none, and a report, if it stands for nothing. */
export function boundEvents(file: FileJudge, name: string, spot: Spot): readonly BoundEvent[] {
  const known = plainEvents(file);
  const found = known?.get(name);
  if (found) return found;
  const bound = findEvents(file, name, spot);
  if (bound.length > 0) known?.set(name, bound);
  return bound;
}

function findEvents(file: FileJudge, name: string, spot: Spot): readonly BoundEvent[] {
  const { catalog, compileMatcher } = file.basis;
  const { bindings, unknown, doubts } = bindingsOf(file.place, name);
  const bound = bindings.flatMap(({ event, matcher }) => {
    const spec = catalog.event(event);
    if (!spec) return [];
    return [{ spec, pattern: matcher, compileMatcher: compileMatcher(spec, file.place.dialect.matcher) }];
  });
  const missing = bound.length === 0 && unknown.length === 0 ? [name] : unknown;
  for (const part of missing) if (hasRoom(file)) reportUnknownEvent(file, part, spot);
  for (const doubt of doubts) reportSentence(file, "warning", spot.path, doubt);
  return bound;
}

function bindingsOf({ dialect, events: here = {} }: HookFilePlace, name: string): Bound {
  const { bind, events, otherEvents } = dialect;
  if (bind) return bind(name);
  const known = [here, events].find((table) => Object.hasOwn(table, name))?.[name];
  const canonical = known ?? (otherEvents ? name : []);
  const names = typeof canonical === "string" ? [canonical] : canonical;
  return { bindings: names.map((event) => ({ event, matcher: null })), unknown: [], doubts: [] };
}

function reportUnknownEvent(file: FileJudge, name: string, spot: Spot): void {
  const { catalog } = file.basis;
  const { dialect } = file.place;
  const { events, otherEvents, title } = dialect;
  const known = [...Object.keys(events), ...(otherEvents ? catalog.eventNames : [])];
  const meant = suggest(name, known);
  const there =
    file.place.layer === "code"
      ? 'register it in Hookline\'s own dialect ("native")'
      : "hooks for it belong in .hookline/hooks.json";
  const [same] = Object.entries(events).find(([, canonical]) => canonical === name) ?? [];
  const elsewhere = same ? `it is called "${same}" there` : catalog.event(name) ? there : null;
  const list = otherEvents ? "docs/events.md lists the events" : `its events are: ${known.join(", ")}`;
  const hint = elsewhere ?? (meant === null ? list : `did you mean "${meant}"?`);
  const where = otherEvents ? "" : ` in ${title}`;
  report(file, "error", spot, `there is no event ${shownValue(name)}${where}; its hooks never run`, hint);
}

/** Where the name of an event stands: the key of its groups. */
export function eventSpot(path: JsonPath): Spot {
  return { path, at: "key" };
}
