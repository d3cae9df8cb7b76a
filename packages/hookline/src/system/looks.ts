/** What of a path was looked at: all that it is (its bytes, its names), which file or folder it is and whose, or that something is there. */
export type Look = "whole" | "identity" | "entry";

const strength: readonly Look[] = ["entry", "identity", "whole"];

let looks: Map<string, Look> | null = null;

/** Notes that something depends on what is at a path; costs nothing while nobody wants to know. */
export function noteLook(path: string, look: Look): void {
  if (!looks) return;
  const before = looks.get(path);
  if (before === undefined || strength.indexOf(before) < strength.indexOf(look)) looks.set(path, look);
}

/** From now on, every path that hook files are looked for at is noted; gives the notes, which grow until `end`. */
export function watchLooks(): { readonly looks: ReadonlyMap<string, Look>; end(): void } {
  const own = new Map<string, Look>();
  looks = own;
  return {
    looks: own,
    end() {
      if (looks === own) looks = null;
    },
  };
}
