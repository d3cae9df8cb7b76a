import { join } from "node:path";
import { isInside } from "../config/places.ts";
import { HooklineError } from "../contract/errors.ts";
import { isObject, type Json, type JsonObject, jsonOf } from "../contract/json.ts";
import { writeAtomically } from "../system/files.ts";
import { unwritable } from "../system/folder-obstacle.ts";
import { fileStamp, realPath } from "../system/local-files.ts";
import { withLock } from "../system/lock.ts";
import { realTarget } from "../system/real-target.ts";
import { ownAndRoot, quoted, readSafe, type Unsafe } from "../system/safe-file.ts";
import { privateFolder } from "../system/state-folder.ts";

/** What somebody ordered for a while, and where: one project, or all of them. */
export interface Standing {
  /** The real path of a project; null for all. */
  readonly project: string | null;
}

/** A small file of the state folder that other processes of the user change. */
export interface StandingFile<T extends Standing> {
  /** Those of this project and of all; the file is looked at no more than twice a second. `now` is that of `performance`. */
  now(now?: number): readonly T[];
  /** Why nothing in it counts, and what to do; null if it is as it should be. */
  problem(): Unsafe | null;
  /** Those of this project and of all, as the file is at this moment. */
  fresh(): readonly T[];
  /** Puts another list in the place of the one that is there. */
  change(next: (before: readonly T[]) => readonly T[]): Promise<void>;
}

/** Where such a file lies, and who looks at it. */
export interface StandingPlace {
  readonly stateFolder: string;
  readonly home: string;
  readonly projectDir: () => string;
}

const everyMs = 500;

/** Opens such a file: nobody but the user or root may have written it, and it may not lie in the project. */
export function openStandingFile<T extends Standing>(
  place: StandingPlace,
  name: string,
  parse: (entry: JsonObject) => T | null,
): StandingFile<T> {
  const path = join(place.stateFolder, name);
  let looked = Number.NEGATIVE_INFINITY;
  let stamp: string | null = null;
  let found: Found<T> = nothing;
  let here: readonly T[] = [];
  const look = () => {
    const seen = fileStamp(path);
    if (seen === stamp && seen === null) return;
    if (seen !== stamp) found = isOfProject(place) ? ofProject(path) : readEntries(path, place, parse);
    stamp = seen;
    const project = realPath(place.projectDir());
    here = found.entries.filter((one) => one.project === null || one.project === project);
  };
  const fresh = () => {
    looked = performance.now();
    look();
    return here;
  };
  return {
    now(now = performance.now()) {
      if (now - looked < everyMs) return here;
      looked = now;
      look();
      return here;
    },
    fresh,
    problem() {
      fresh();
      return found.problem;
    },
    async change(next) {
      if (isOfProject(place)) throw unusable(ofProject(path).problem);
      const shut = unwritable(privateFolder(place.stateFolder));
      if (shut) throw unusable(shut);
      await withLock(`${path}.lock`, () => {
        const { entries, problem, damaged } = readEntries(path, place, parse);
        if (problem && !damaged) throw unusable(problem);
        writeAtomically(path, `${JSON.stringify({ v: 1, entries: next(entries) }, null, 2)}\n`, 0o600);
      });
      stamp = null;
      fresh();
      // Root may write where another user could change it afterwards, and what lies there does not count.
      if (found.problem) throw unusable(found.problem);
    },
  };
}

interface Found<T> {
  readonly entries: readonly T[];
  readonly problem: Unsafe | null;
  /** It is the user's own file and says nothing that can be read: a new one may take its place. */
  readonly damaged: boolean;
}

const nothing = { entries: [], problem: null, damaged: false };

function readEntries<T>(
  path: string,
  { stateFolder }: StandingPlace,
  parse: (entry: JsonObject) => T | null,
): Found<T> {
  const rules = { owners: ownAndRoot(), barred: 0o022, links: "refused", under: stateFolder } as const;
  const read = readSafe(path, rules);
  if (read.kind === "absent") return nothing;
  if (read.kind === "unsafe") {
    const { why, mend } = read;
    return { ...nothing, problem: { why: `${path} ${why}`, mend } };
  }
  const value = jsonOf(read.file.text);
  const list: readonly Json[] | null =
    isObject(value) && value.v === 1 && Array.isArray(value.entries) ? value.entries : null;
  const entries = (list ?? []).map((one) => (isObject(one) ? parse(one) : null));
  const good = entries.filter((one) => one !== null);
  if (list && good.length === entries.length) return { ...nothing, entries: good };
  // Half a list would mean something that nobody said.
  const why = `${path} is damaged: nothing that it says counts`;
  return { entries: [], problem: { why, mend: `rm ${quoted(path)}` }, damaged: true };
}

function ofProject<T>(path: string): Found<T> {
  const why = `${path} lies in the project, which must not decide about itself`;
  const mend = "let XDG_STATE_HOME name a folder outside the project";
  return { entries: [], problem: { why, mend }, damaged: false };
}

/** True if the project could have brought the file: home alone may hold both. */
function isOfProject({ stateFolder, home, projectDir }: StandingPlace): boolean {
  const project = realPath(projectDir());
  return project !== realPath(home) && isInside(project, realTarget(stateFolder));
}

function unusable(problem: Unsafe | null): HooklineError {
  return new HooklineError("unreadable-store", `${problem?.why}; ${problem?.mend}`);
}
