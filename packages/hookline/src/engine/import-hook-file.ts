import { homedir } from "node:os";
import { isAbsolute, resolve } from "node:path";
import { matcherCompiler } from "../config/entries/matchers.ts";
import { findProject } from "../config/find-project.ts";
import { type Imported, importFile } from "../config/import/import-file.ts";
import { HooklineError } from "../contract/errors.ts";
import { allDialects } from "../dialects/all.ts";
import { native } from "../dialects/native.ts";
import { createCatalog } from "../events/catalog.ts";
import { allRunners } from "../runners/all.ts";
import { isThere } from "../system/local-files.ts";
import { ownerByName, ownerOfPath, type PathOwner, placeOfFile } from "./file-by-path.ts";

/** Which file to read, and in which dialect if its path does not tell. */
export interface ImportRequest {
  readonly file: string;
  readonly dialect?: string | undefined;
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** Reads a hook file of any dialect and gives it as a native one, with a list of what could not be carried over. */
export async function importHookFile(request: ImportRequest): Promise<Imported> {
  const { env = process.env, cwd = process.cwd() } = request;
  const path = isAbsolute(request.file) ? request.file : resolve(cwd, request.file);
  if (!isThere(path)) throw new HooklineError("invalid-option", `${request.file}: there is no such file`);
  const owner = dialectOf(path, request.dialect);
  const home = resolve(env.HOME ?? homedir());
  const catalog = createCatalog({ events: [], tools: [] });
  const basis = {
    catalog,
    runners: new Map(allRunners.map((runner) => [runner.type, runner])),
    env,
    home,
    projectDir: findProject(cwd, home, allDialects),
    managedOnFailure: null,
    compileMatcher: matcherCompiler(catalog),
  };
  return importFile(placeOfFile(path, owner), basis);
}

/** The dialect that was named, or the one that keeps its hooks in files with such a path. */
function dialectOf(path: string, named: string | undefined): PathOwner {
  const others = allDialects.filter((dialect) => dialect !== native && dialect.files.length > 0);
  const known = others.map(({ name }) => name).join(", ");
  if (named !== undefined) {
    const dialect = others.find(({ name }) => name === named);
    if (!dialect)
      throw new HooklineError(
        "invalid-option",
        `no files of a dialect "${named}" can be imported; known are: ${known}`,
      );
    return ownerByName(path, dialect);
  }
  const owner = ownerOfPath(path, others);
  if (owner) return owner;
  if (allDialects.includes(native) && ownerOfPath(path, [native])) {
    throw new HooklineError("invalid-option", `${path} is a native hook file already`);
  }
  throw new HooklineError(
    "invalid-option",
    `the path does not tell whose hooks these are: add --dialect; known are: ${known}`,
  );
}
