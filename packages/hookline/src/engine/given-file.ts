import { resolve } from "node:path";
import type { HookFilePlace } from "../config/places.ts";
import { HooklineError } from "../contract/errors.ts";
import { allDialects } from "../dialects/all.ts";
import { native } from "../dialects/native.ts";
import { isThere } from "../system/local-files.ts";
import { labelOf, placeOf } from "./import-hook-file.ts";

/** A hook file that is read instead of the user's and the project's: its dialect is the one that is named, else the one that has files of such a name, else Hookline's own. */
export function givenFile(
  { path: given, dialect: named }: { readonly path: string; readonly dialect?: string | undefined },
  cwd: string,
): HookFilePlace {
  const path = resolve(cwd, given);
  if (!isThere(path)) throw new HooklineError("invalid-option", `${given}: there is no such file`);
  const known = allDialects.map(({ name }) => name);
  if (named !== undefined && !known.includes(named))
    throw new HooklineError(
      "invalid-option",
      `there is no dialect "${named}"; known are: ${known.join(", ")}`,
    );
  const meant = allDialects.filter(({ name }) => named === undefined || name === named);
  for (const dialect of meant) {
    const place = dialect.files.find(
      (one) =>
        labelOf(path, one) !== null && (named !== undefined || (one.owner ?? dialect.name) === dialect.name),
    );
    if (place) return placeOf(path, dialect, place);
  }
  const [only] = meant;
  return placeOf(path, named === undefined || !only ? native : only, null);
}
