import type { HookFileReading } from "../system/hook-files.ts";
import type { FileState } from "./file-state.ts";
import type { HookFilePlace } from "./places.ts";

/** So many files of places with a `*` are read of one layer, and so much of them: links could make thousands of one file. */
const mostFiles = 1_000;
const mostCharacters = 16 * 1024 * 1024;

/** Bounds what is read where a place stands for any number of files; each layer has its own bounds, so that none takes those of another. */
export function openCrowds() {
  const crowds = new Map<string, { files: number; characters: number; full: boolean }>();
  const crowdOf = ({ layer, label }: HookFilePlace) => {
    if (label === undefined) return null;
    const crowd = crowds.get(layer) ?? { files: 0, characters: 0, full: false };
    crowds.set(layer, crowd);
    return crowd;
  };
  return {
    /** True if nothing more of such files is read, which was told with the last one. */
    isFull: (place: HookFilePlace): boolean => crowdOf(place)?.full === true,
    /** Counts a file that was read; true if it was one too many. */
    isTooMany(place: HookFilePlace, reading: HookFileReading): boolean {
      const crowd = crowdOf(place);
      if (!crowd || reading.kind !== "text") return false;
      crowd.files += 1;
      crowd.characters += reading.text.length;
      crowd.full = crowd.files > mostFiles || crowd.characters > mostCharacters;
      return crowd.full;
    },
  };
}

const message = `more than ${mostFiles} files like this one, or more than 16 MiB in them: this one and those after it are not read`;

/** What is known of a file that was one too many. */
export const oneTooMany: FileState = {
  reading: { kind: "unreadable", why: message },
  good: null,
  problem: { severity: "error", line: 1, column: 1, message, hint: "remove what is not needed" },
};
