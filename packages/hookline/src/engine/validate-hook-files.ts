import { resolve } from "node:path";
import { matcherCompiler } from "../config/entries/matchers.ts";
import { knowFiles } from "../config/known-files.ts";
import { type Configuration, loadConfiguration } from "../config/load.ts";
import { shownPath } from "../config/places.ts";
import { twoMeanings } from "../config/two-meanings.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { HooklineError } from "../contract/errors.ts";
import { allDialects } from "../dialects/all.ts";
import { native } from "../dialects/native.ts";
import { createCatalog } from "../events/catalog.ts";
import { allRunners } from "../runners/all.ts";
import { homeFolder } from "../system/home-folder.ts";
import { isThere, realPath } from "../system/local-files.ts";
import { chosenDialects } from "./chosen-dialects.ts";
import { destinationCheck } from "./destination-check.ts";
import { ownerByName, ownerOfPath } from "./file-by-path.ts";
import { placeOf } from "./import-hook-file.ts";

/** Which hook files to judge: those that hold in a folder, or these, each in the dialect that its path or the caller names. */
export interface ValidateRequest {
  readonly files?: readonly string[];
  readonly dialect?: string | undefined;
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
  readonly systemRoot?: string;
}

/** A hook file that was judged. */
export interface ValidatedFile {
  readonly file: string;
  readonly dialect: string;
  readonly hooks: number;
  /** False if it cannot be read as a whole: none of its hooks is known. */
  readonly readable: boolean;
}

/** What is in hook files, and what is wrong with them. */
export interface Validation {
  readonly files: readonly ValidatedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads and judges hook files as thoroughly as it can, without running anything; throws if a named file is not there. */
export async function validateHookFiles(request: ValidateRequest = {}): Promise<Validation> {
  const { env = process.env, files: named, systemRoot = "/" } = request;
  const cwd = resolve(request.cwd ?? process.cwd());
  const home = homeFolder(env);
  const catalog = createCatalog();
  const runners = new Map(allRunners.map((runner) => [runner.type, runner]));
  const { dialects } = chosenDialects(request.dialect === undefined ? undefined : [request.dialect]);
  const base = { cwd, env, home, systemRoot, catalog, runners, destinations: destinationCheck };
  const configuration = await loadConfiguration({ ...base, dialects, thorough: true }, null);
  const meanings = twoMeanings(configuration.hooks, allDialects, catalog);
  const here = filesOf(configuration, [...configuration.diagnostics, ...meanings], home);
  if (named === undefined) return here;
  const { projectDir } = configuration;
  const basis = {
    ...base,
    projectDir,
    managedOnFailure: null,
    compileMatcher: matcherCompiler(catalog),
  };
  const one = async (file: string): Promise<Validation> => {
    const path = resolve(cwd, file);
    if (!isThere(path)) throw new HooklineError("invalid-option", `${file}: there is no such file`);
    const held = configuration.files.find((known) => realPath(known.path) === realPath(path));
    if (held) {
      const shown = shownPath(held, { projectDir, home });
      return only(here, shown);
    }
    const [dialect] = dialects;
    const owner =
      request.dialect !== undefined && dialect
        ? ownerByName(path, dialect)
        : (ownerOfPath(path, allDialects) ?? { dialect: native, place: null });
    const [known] = await knowFiles([placeOf(path, owner.dialect, owner.place)], basis, [], true);
    const { problem } = known?.state ?? { problem: null };
    const told = problem ? [{ ...problem, file }] : (known?.judged?.diagnostics ?? []);
    const hooks = known?.judged?.hooks.length ?? 0;
    return {
      files: [{ file, dialect: owner.dialect.name, hooks, readable: problem === null }],
      diagnostics: told.map((diagnostic) => ({ ...diagnostic, file })),
    };
  };
  const all: Validation[] = [];
  for (const file of named) all.push(await one(file));
  return {
    files: all.flatMap(({ files }) => files),
    diagnostics: all.flatMap((each) => inOrder(each.diagnostics)),
  };
}

function filesOf(
  { files, hooks, projectDir }: Configuration,
  diagnostics: readonly Diagnostic[],
  home: string,
): Validation {
  const there = files.filter(({ state }) => state !== "absent");
  const rows = there.map(({ path, layer, dialect, state }) => ({
    file: shownPath({ path, layer }, { projectDir, home }),
    dialect,
    hooks: hooks.filter(({ source }) => source.file === path).length,
    readable: state === "good",
  }));
  return { files: rows, diagnostics: inOrder(diagnostics) };
}

/** The problems as they stand in their files, the files in the order in which they were read. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = [...new Set(diagnostics.map(({ file }) => file))];
  const at = ({ file, line, column }: Diagnostic) => [files.indexOf(file), line, column] as const;
  return diagnostics.toSorted((one, other) => {
    const [file, line, column] = at(one);
    const [otherFile, otherLine, otherColumn] = at(other);
    return file - otherFile || line - otherLine || column - otherColumn;
  });
}

/** What of a validation is about one file. */
function only({ files, diagnostics }: Validation, file: string): Validation {
  return {
    files: files.filter((one) => one.file === file),
    diagnostics: diagnostics.filter((one) => one.file === file),
  };
}
