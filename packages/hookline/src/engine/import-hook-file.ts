import { isAbsolute, resolve, sep } from "node:path";
import { matcherCompiler } from "../config/entries/matchers.ts";
import { findProject } from "../config/find-project.ts";
import { type Imported, importFile } from "../config/import/import-file.ts";
import type { HookFilePlace } from "../config/places.ts";
import type { Dialect } from "../contract/dialect.ts";
import { HooklineError } from "../contract/errors.ts";
import type { FilePlace } from "../contract/file-place.ts";
import { allDialects } from "../dialects/all.ts";
import { native } from "../dialects/native.ts";
import { createCatalog } from "../events/catalog.ts";
import { allRunners } from "../runners/all.ts";
import { homeFolder } from "../system/home-folder.ts";
import { isThere } from "../system/local-files.ts";

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
  const { dialect, place } = dialectOf(path, request.dialect);
  const home = homeFolder(env);
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
  return importFile(placeOf(path, dialect, place), basis);
}

/** The place of a file that is given by its path. */
export function placeOf(path: string, dialect: Dialect, place: FilePlace | null): HookFilePlace {
  const label = place ? labelOf(path, place) : null;
  return {
    path,
    layer: "team",
    dialect,
    ...(place?.format && { format: place.format }),
    ...(place?.of && { of: place.of }),
    ...(place?.events && { events: place.events }),
    ...(place?.timeoutUnitMs && { timeoutUnitMs: place.timeoutUnitMs }),
    ...(label && { label }),
  };
}

/** The dialect that was named, or the one that keeps its hooks in files with such a path. */
function dialectOf(path: string, named: string | undefined): { dialect: Dialect; place: FilePlace | null } {
  const others = allDialects.filter((dialect) => dialect !== native && dialect.files.length > 0);
  const known = others.map(({ name }) => name).join(", ");
  if (named !== undefined) {
    const dialect = others.find(({ name }) => name === named);
    if (!dialect)
      throw new HooklineError(
        "invalid-option",
        `no files of a dialect "${named}" can be imported; known are: ${known}`,
      );
    return { dialect, place: dialect.files.find((place) => fits(path, place)) ?? null };
  }
  for (const dialect of others) {
    const place = dialect.files.find(
      (one) => fits(path, one) && (one.owner ?? dialect.name) === dialect.name,
    );
    if (place) return { dialect, place };
  }
  if (allDialects.includes(native) && native.files.some((one) => fits(path, one))) {
    throw new HooklineError("invalid-option", `${path} is a native hook file already`);
  }
  throw new HooklineError(
    "invalid-option",
    `the path does not tell whose hooks these are: add --dialect; known are: ${known}`,
  );
}

function fits(path: string, place: FilePlace): boolean {
  return labelOf(path, place) !== null;
}

/** What the `*` of a place stands for in a path that ends like it (empty if it has none); null for another path. */
export function labelOf(path: string, { path: below }: FilePlace): string | null {
  const [before = "", after] = below.split("*");
  const whole = `${sep}${path}`;
  if (after === undefined) return whole.endsWith(`${sep}${below}`) ? "" : null;
  const start = whole.lastIndexOf(`${sep}${before}`);
  if (start === -1 || !whole.endsWith(after)) return null;
  const label = whole.slice(start + before.length + 1, whole.length - after.length);
  return label !== "" && !label.includes(sep) ? label : null;
}
