import { join } from "node:path";
import { ownActor } from "../audit/actor.ts";
import { HooklineError } from "../contract/errors.ts";
import type { JsonObject } from "../contract/json.ts";
import { filesIn } from "../system/folder-size.ts";
import { removeFile } from "../system/remove-file.ts";
import type { Unsafe } from "../system/safe-file.ts";
import { mostBytes, recordsFolder } from "./record-places.ts";
import { openStandingFile, type Standing, type StandingFile, type StandingPlace } from "./standing-file.ts";

/** That somebody wants events written down, and until when. */
export interface Recording extends Standing {
  /** In milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
  readonly by: string;
}

/** The recording of events: whether it is on, how much there is, and how to switch it. */
export interface RecordingBook {
  readonly inForce: readonly Recording[];
  /** Why the file that says so does not count, and what to do; null if it is as it should be. */
  readonly problem: Unsafe | null;
  readonly folder: string;
  readonly bytes: number;
  /** The most that is kept; the records of the sessions that have been quiet for the longest go first. */
  readonly mostBytes: number;
  start(request: { readonly forMs: number; readonly allProjects?: boolean }): Promise<Recording>;
  /** Stops what is recorded here, with `allProjects` everywhere; gives what it stopped. */
  stop(options?: { readonly allProjects?: boolean }): Promise<readonly Recording[]>;
  /** Removes the records of sessions that ended before a moment; gives how many files went. */
  clear(before: number): number;
}

/** The longest recording. */
const longestMs = 90 * 86_400_000;

/** Opens what says whether events are written down. */
export function openRecordingFile(place: StandingPlace): StandingFile<Recording> {
  return openStandingFile(place, "recording.json", parseRecording);
}

/** True while a recording goes on. */
export function isRunning({ from, until }: Recording, now = Date.now()): boolean {
  // A clock that was set back must not record for ever.
  return now < until && now >= from - 3_600_000;
}

/** How things stand with the recording of a project. */
export function recordingBook(
  file: StandingFile<Recording>,
  stateFolder: string,
  project: string,
): RecordingBook {
  const folder = recordsFolder(stateFolder);
  const ours = (one: Recording, all: boolean) => all || one.project === null || one.project === project;
  const running = (one: Recording) => isRunning(one);
  return {
    inForce: file.fresh().filter(running),
    problem: file.problem(),
    folder,
    get bytes() {
      return filesIn(folder).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    mostBytes,
    async start({ forMs, allProjects = false }) {
      if (!(forMs > 0 && forMs <= longestMs))
        throw new HooklineError("invalid-option", "events are recorded for up to 90 days at a time");
      const from = Date.now();
      const where = allProjects ? null : project;
      const begun: Recording = { project: where, from, until: from + forMs, by: ownActor().user };
      await file.change((before) => [
        ...before.filter((one) => isRunning(one) && one.project !== where),
        begun,
      ]);
      return begun;
    },
    async stop({ allProjects = false } = {}) {
      let ended: readonly Recording[] = [];
      await file.change((before) => {
        const now = before.filter(running);
        ended = now.filter((one) => ours(one, allProjects));
        return now.filter((one) => !ours(one, allProjects));
      });
      return ended;
    },
    clear(before) {
      const old = filesIn(folder).filter(({ modifiedMs }) => modifiedMs < before);
      for (const { name } of old) removeFile(join(folder, name));
      return old.length;
    },
  };
}

function parseRecording({ project, from, until, by }: JsonObject): Recording | null {
  if (typeof project !== "string" && project !== null) return null;
  if (typeof from !== "number" || typeof until !== "number" || typeof by !== "string") return null;
  return until > from && until - from <= longestMs ? { project, from, until, by } : null;
}
