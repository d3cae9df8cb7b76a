import { isObject } from "../contract/json.ts";
import { native } from "../dialects/native.ts";
import { openCrowds } from "./crowds.ts";
import { loadConditions } from "./entries/conditions.ts";
import type { JudgeBasis } from "./entries/file-judge.ts";
import { type JudgedFile, judgeFile } from "./entries/judge-file.ts";
import { type FileState, readFileState } from "./file-state.ts";
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
  const files: KnownFile[] = [];
  const crowds = openCrowds();
  for (const [index, place] of places.entries()) {
    if (crowds.isFull(place)) continue;
    const order = first.length + index;
    const state = await readFileState(place, earlier.get(place.path)?.state ?? null, thorough);
    files.push({ place, order, state: crowds.take(place, state), basis, judged: null });
  }
  const know = (file: KnownFile) => judge(file, earlier.get(file.place.path));
  // How hooks of all files fail may be said in the managed file, so it comes first.
  const isManaged = ({ place }: KnownFile) => place.layer === "managed" && place.dialect.name === native.name;
  const managed = files.findIndex(isManaged);
  const own = files[managed];
  const known = own ? await know(own) : first.find(isManaged);
  const managedOnFailure = known?.judged?.onFailure ?? null;
  const inForce: JudgeBasis = managedOnFailure === null ? basis : { ...basis, managedOnFailure };
  for (const [index, file] of files.entries()) {
    files[index] = index === managed && known ? known : await know({ ...file, basis: inForce });
  }
  return files;
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
