import { native } from "../../dialects/native.ts";
import type { JudgedFile } from "./judge-file.ts";

/** What http hooks may call, and which variables their headers may hold: each list must allow. */
export interface AllowLists {
  readonly urls: readonly (readonly string[])[];
  readonly variables: readonly (readonly string[])[];
}

/**
 * The lists that bind the hooks of a dialect. Hookline's own files bind all hooks, each by itself; the lists of another agent's
 * files bind that agent's hooks and join, as they do there, but nobody adds to what a managed file allows.
 */
export function allowLists(files: readonly JudgedFile[], dialect: string): AllowLists {
  return {
    urls: listsOf(files, dialect, "allowedUrls"),
    variables: listsOf(files, dialect, "allowedHeaderVariables"),
  };
}

function listsOf(
  files: readonly JudgedFile[],
  dialect: string,
  name: "allowedUrls" | "allowedHeaderVariables",
): readonly (readonly string[])[] {
  const of = (which: string) =>
    files.filter((file) => file.place.dialect.name === which && file[name] !== null);
  const everywhere = of(native.name).map((file) => file[name] ?? []);
  const own = dialect === native.name ? [] : of(dialect);
  const managed = own.filter(({ place }) => place.layer === "managed");
  const joined = [...new Set((managed.length > 0 ? managed : own).flatMap((file) => file[name] ?? []))];
  return own.length > 0 ? [...everywhere, joined] : everywhere;
}
