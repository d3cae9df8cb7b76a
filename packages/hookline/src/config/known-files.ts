import { isObject } from "../contract/json.ts";
import { native } from "../dialects/native.ts";
import type { HookFileReading } from "../system/hook-files.ts";
import { oneTooMany, openCrowds } from "./crowds.ts";
import { loadConditions } from "./entries/conditions.ts";
import type { JudgeBasis } from "./entries/file-judge.ts";
import { type JudgedFile, judgeFile } from "./entries/judge-file.ts";
import { type FileState, fileStateOf, readPlace } from "./file-state.ts";
import type { HookFilePlace } from "./places.ts";

/** A file, what was found there, and what it says as far as it can be read. */
export interface KnownFile {
  readonly place: HookFilePlace;
  readonly order: number;
  readonly state: FileState;
  readonly basis: JudgeBasis;
  readonly judged: JudgedFile | null;
}

/** Reads and judges files, in configuration order, those of `first` before them; what neither changed itself nor is judged by something that did stays as it is. */
export async function knowFiles(
  places: readonly HookFilePlace[],
  basis: JudgeBasis,
  before: readonly KnownFile[],
  thorough: boolean,
  first: readonly KnownFile[] = [],
): Promise<readonly KnownFile[]> {
  const earlier = new Map(before.map((file) => [file.place.path, file]));
  const know = async ({ place, order, reading }: ReadFile, by: JudgeBasis): Promise<KnownFile> => {
    const known = earlier.get(place.path);
    const state = reading ? await fileStateOf(place, reading, known?.state ?? null, thorough) : oneTooMany;
    return judge({ place, order, state, basis: by, judged: null }, known);
  };
  const found = readFiles(places, earlier, first.length);
  // How hooks of all files fail may be said in the managed file, so it comes first.
  const own = found.find(({ place }) => isManaged(place));
  const managed = own ? await know(own, basis) : first.find(({ place }) => isManaged(place));
  const managedOnFailure = managed?.judged?.onFailure ?? null;
  const inForce: JudgeBasis = managedOnFailure === null ? basis : { ...basis, managedOnFailure };
  const files: KnownFile[] = [];
  for (const file of found) files.push(file === own && managed ? managed : await know(file, inForce));
  return files;
}

/** A file that was read and not yet looked into. */
interface ReadFile extends Pick<KnownFile, "place" | "order"> {
  /** Null if it was one too many. */
  readonly reading: HookFileReading | null;
}

/** All files are read before the first is looked into: what computes is slow after every call of the system. */
function readFiles(
  places: readonly HookFilePlace[],
  earlier: ReadonlyMap<string, KnownFile>,
  firstOrder: number,
): readonly ReadFile[] {
  const files: ReadFile[] = [];
  const crowds = openCrowds();
  for (const [index, place] of places.entries()) {
    if (crowds.isFull(place)) continue;
    const reading = readPlace(place, earlier.get(place.path)?.state ?? null);
    const tooMany = crowds.isTooMany(place, reading);
    files.push({ place, order: firstOrder + index, reading: tooMany ? null : reading });
  }
  return files;
}

function isManaged({ layer, dialect }: HookFilePlace): boolean {
  return layer === "managed" && dialect.name === native.name;
}

/** True if two lists of files say the same. */
export function saysTheSame(files: readonly KnownFile[], before: readonly KnownFile[]): boolean {
  return (
    files.length === before.length &&
    files.every(({ place, state, judged }, index) => {
      const other = before[index];
      return (
        place.path === other?.place.path && state.problem === other.state.problem && judged === other.judged
      );
    })
  );
}

async function judge(file: KnownFile, before: KnownFile | undefined): Promise<KnownFile> {
  const { good } = file.state;
  if (!good) return file;
  if (before?.judged && before.state.good === good && isSameWay(file, before)) {
    return { ...file, judged: before.judged };
  }
  let text = { ...good, place: file.place, order: file.order };
  let judged = judgeFile(text, file.basis);
  const document = judged.unusual ? good.document.recheck?.() : null;
  if (document && isObject(document.value)) {
    text = { ...text, document, value: document.value };
    judged = judgeFile(text, file.basis);
  }
  if (judged.wants.size === 0) return { ...file, judged };
  await loadConditions(judged.wants);
  return { ...file, judged: judgeFile(text, file.basis) };
}

function isSameWay(file: KnownFile, before: KnownFile): boolean {
  const { place, order, basis } = file;
  if (order !== before.order || place.layer !== before.place.layer) return false;
  if (place.dialect !== before.place.dialect) return false;
  return (
    basis.catalog === before.basis.catalog &&
    basis.runners === before.basis.runners &&
    basis.env === before.basis.env &&
    basis.home === before.basis.home &&
    basis.projectDir === before.basis.projectDir &&
    basis.compileMatcher === before.basis.compileMatcher &&
    basis.managedOnFailure === before.basis.managedOnFailure
  );
}
