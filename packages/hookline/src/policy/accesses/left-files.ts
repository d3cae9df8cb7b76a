import { baseName } from "../../contract/base-name.ts";
import type { ReadCommand } from "../../shell/reading/reading.ts";
import type { PolicyFacts, PolicyModel, TouchedPath } from "../model.ts";
import { valuesOf } from "./option-values.ts";
import { absolutePath } from "./place.ts";
import { downloadNames } from "./written-scripts.ts";

/** A file that an event leaves behind, and that a later one may run. */
export interface LeftFile {
  readonly path: string;
  /** False if it was there before, and is only changed or marked as a program. */
  readonly made: boolean;
  /** The file or folder that it is a copy of, or a link to. */
  readonly from?: string;
}

/** Programs that change files which are there. */
const editors = /^(?:edit|g?sed|perl|ruby|ed|ex|patch|dos2unix|unix2dos|vim?|nvim|nano)$/;
const copiers = /^(?:g?cp|g?mv|ln|link|install)$/;
const marksProgram = /^(?:[ugoa]*[+=][rwXst]*x|[0-7]?[0-7]*[1357][0-7]*$)/;

/** The files that an event leaves behind, as far as their names are known. */
export function filesLeft(model: PolicyModel, facts: PolicyFacts): readonly LeftFile[] {
  const commands = model.command?.commands ?? [];
  const found = model.paths.filter(isWritten).flatMap(({ path, real, by }): readonly LeftFile[] => {
    if (copiers.test(by)) return [];
    const made = !editors.test(by);
    return real === path
      ? [{ path, made }]
      : [
          { path, made },
          { path: real, made },
        ];
  });
  for (const [at, command] of commands.entries()) {
    if (command.remote || command.folder === null) continue;
    const base = absolutePath(command.folder, facts.cwd, facts.home);
    const touched = model.pathsByCommand[at] ?? [];
    if (copiers.test(command.program)) found.push(...copies(command, touched));
    for (const { value } of downloadNames(command))
      if (value) found.push({ path: absolutePath(value, base, facts.home), made: true });
    if (command.program === "chmod" && command.args.some(({ begins }) => marksProgram.test(begins)))
      for (const { path, known } of touched) if (known) found.push({ path, made: false });
  }
  return found;
}

function isWritten({ access, known, path }: TouchedPath): boolean {
  return access === "write" && known && path.startsWith("/");
}

/** A copy under its new name, or under its old one in a folder. */
function copies(command: ReadCommand, touched: readonly TouchedPath[]): readonly LeftFile[] {
  const targets = touched.filter(isWritten);
  const sources = touched.filter(({ access, known }) => known && (access === "read" || access === "other"));
  const into = valuesOf(command, "-t", "--target-directory").length > 0;
  return targets.flatMap(({ path }) =>
    sources.flatMap(({ path: from }): readonly LeftFile[] => {
      const below = { path: `${path}/${baseName(from)}`, made: true, from };
      return into ? [below] : [{ path, made: true, from }, below];
    }),
  );
}
