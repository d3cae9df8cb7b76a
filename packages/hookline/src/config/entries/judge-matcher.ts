import type { Matcher } from "../../contract/hook.ts";
import type { BoundEvent } from "./bindings.ts";
import { type FileJudge, report, reportSentence } from "./file-judge.ts";
import { type GroupWay, groupPath } from "./judged-entry.ts";

/** A group's matcher, and what follows from it: why its hooks never run, or that it is no matcher at all. */
export interface JudgedMatcher {
  readonly matcher: Matcher;
  readonly disabled: string | null;
  readonly broken: boolean;
}

/** Compiles the matcher of a group by the grammar of its dialect, and says what is wrong with it. */
export function judgeMatcher(
  file: FileJudge,
  { event, way }: { readonly event: BoundEvent; readonly way: GroupWay },
  pattern: string | null,
): JudgedMatcher {
  const { spec } = event;
  const { matcher, problem } = event.compileMatcher(pattern);
  if (problem === null) return { matcher, disabled: null, broken: false };
  const path = [...groupPath(way), "matcher"];
  if (spec.subject === null && file.place.dialect.matcherWithoutSubject === "must-be-empty") {
    const why = `the matcher "${pattern}" never fits, because ${spec.name} has nothing to match`;
    report(file, "warning", { path }, `${why}: the hooks never run`, "remove the matcher");
    return {
      matcher: { pattern, meaning: "never", native: null, test: () => false },
      disabled: why,
      broken: false,
    };
  }
  const broken = spec.subject !== null && isBroken(file, matcher);
  reportSentence(file, broken ? "error" : "warning", path, problem);
  return { matcher, disabled: null, broken };
}

/** Where nothing holds instead of a wrong matcher, it is an error. */
function isBroken(file: FileJudge, { pattern, native }: Matcher): boolean {
  // One that fits nothing cannot be said in Hookline's own grammar either.
  if (file.place.dialect.matcher !== "names-or-search") return native === null;
  try {
    new RegExp(pattern ?? "");
    return false;
  } catch {
    return true;
  }
}
