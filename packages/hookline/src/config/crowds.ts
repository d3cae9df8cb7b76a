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
    /** The state of a file, or that it was one too many. */
    take(place: HookFilePlace, state: FileState): FileState {
      const crowd = crowdOf(place);
      if (!crowd || state.reading.kind !== "text") return state;
      crowd.files += 1;
      crowd.characters += state.reading.text.length;
      crowd.full = crowd.files > mostFiles || crowd.characters > mostCharacters;
      return crowd.full
        ? { reading: { kind: "unreadable", why: tooMany.message }, good: null, problem: tooMany }
        : state;
    },
  };
}

const tooMany = {
  severity: "error" as const,
  line: 1,
  column: 1,
  message: `more than ${mostFiles} files like this one, or more than 16 MiB in them: this one and those after it are not read`,
  hint: "remove what is not needed",
};
