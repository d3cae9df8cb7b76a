import { suggest } from "../../contract/suggest.ts";
import { builtInEvents, type EventRecord, type RecordFilter, readRecords } from "../../index.ts";
import { momentOf } from "../audit/moments.ts";
import { meantBy } from "../record/sessions.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** The recorded events that a call means. */
export interface Chosen {
  /** Session after session; those that are not `meant` are only judged so that rules with a memory know of them. */
  events(onBroken: () => void): Generator<{ readonly record: EventRecord; readonly meant: boolean }>;
}

/** Reads from the arguments which events are to be judged again. */
export function choose(
  word: string | undefined,
  options: VerbOptions,
  place: { readonly stateFolder: string; readonly projectDir: string },
): Chosen {
  const event = textOption(options, "event");
  const sinceText = textOption(options, "since");
  const since = sinceText === undefined ? undefined : momentOf(sinceText, "--since");
  if (event !== undefined) checkEvent(event);
  if (word !== undefined && options.last === true)
    throw new UsageError(`--last is the last event of all: leave out ${word}, or --last`);
  const { stateFolder, projectDir: project } = place;
  const one =
    word !== undefined
      ? meantBy(word, stateFolder, project)
      : options.last === true
        ? lastOf(stateFolder, { project, event, since })
        : null;
  return {
    *events(onBroken) {
      const filter = { project, session: one?.session, since, wholeSessions: true, onBroken };
      for (const record of readRecords(stateFolder, filter)) {
        const meant =
          (event === undefined || record.event === event) &&
          (since === undefined || record.at >= since) &&
          (one === null || one.eventId === null || record.eventId === one.eventId);
        // What runs would do again what it did then.
        if (meant || options.run !== true) yield { record, meant };
        if (one !== null && record.eventId === one.eventId) return;
      }
    },
  };
}

function lastOf(
  stateFolder: string,
  filter: RecordFilter,
): { readonly session: string; readonly eventId: string } {
  let last: EventRecord | null = null;
  for (const record of readRecords(stateFolder, filter))
    if (last === null || record.at >= last.at) last = record;
  // An identifier that no event has: nothing fits.
  return { session: last?.session ?? "", eventId: last?.eventId ?? "-" };
}

function checkEvent(name: string): void {
  const names = builtInEvents.map((one) => one.name);
  if (names.includes(name)) return;
  const near = suggest(name, names);
  throw new UsageError(`there is no event "${name}"${near === null ? "" : `; did you mean ${near}?`}`);
}
