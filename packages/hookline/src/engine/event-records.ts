import { join } from "node:path";
import type { Decision } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import { appendBounded } from "../system/bounded-log.ts";
import { keepNewest } from "../system/folder-size.ts";
import { recordLine } from "./make-record.ts";
import { mostBytes, recordsFolder, sessionBytes, sessionName } from "./record-places.ts";
import { isRunning, openRecordingFile, type RecordingBook, recordingBook } from "./recording.ts";
import type { StandingPlace } from "./standing-file.ts";
import type { EngineState } from "./state.ts";

/** Writes down what happens, for as long as somebody wants it. */
export interface EventRecords {
  /** True while events here are written down; costs a comparison, and twice a second a look at a file. */
  on(now: number): boolean;
  /** Writes an event and its decision; the decision comes back, with a word if that could not be done for the first time. */
  keep(state: EngineState, event: Event, decision: Decision): Decision;
  book(project: string): RecordingBook;
}

/** Opens the records; where events that are over are judged again, nothing is written. */
export function openEventRecords(place: StandingPlace, rehearse: boolean): EventRecords {
  const file = openRecordingFile(place);
  let failed = false;
  return {
    on: (now) => {
      const standing = file.now(now);
      return standing.length > 0 && !rehearse && standing.some((one) => isRunning(one));
    },
    keep(state, event, decision) {
      try {
        write(state, event, decision);
        return decision;
      } catch (error) {
        if (failed) return decision;
        failed = true;
        const why = error instanceof Error ? error.message : String(error);
        const text = `events cannot be recorded: ${why}; "hookline record stop" ends the recording`;
        return { ...decision, messages: [...decision.messages, { level: "warn", text, hook: "record" }] };
      }
    },
    book: (project) => recordingBook(file, place.stateFolder, project),
  };
}

function write(state: EngineState, event: Event, decision: Decision): void {
  const { session_id: given } = event.payload;
  const session = typeof given === "string" ? given : state.sessionId;
  const folder = recordsFolder(state.stateFolder);
  const line = recordLine(state, event, decision, session);
  if (appendBounded(join(folder, `${sessionName(session)}.jsonl`), line, sessionBytes))
    keepNewest(folder, mostBytes);
}
