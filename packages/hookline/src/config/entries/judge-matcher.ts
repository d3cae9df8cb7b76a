import type { Matcher } from "../../contract/hook.ts";
import { type FileJudge, report, reportSentence } from "./file-judge.ts";
import { type GroupPlace, groupPath } from "./judged-entry.ts";

/** The matcher that holds for a group, and what follows from it: why its hooks never run, or that it is no matcher at all. */
export interface JudgedMatcher {
  readonly matcher: Matcher;
  readonly disabled: string | null;
  readonly broken: boolean;
}

/** Says what is wrong with the matcher of a group, and what holds by the rules of its dialect. */
export function judgeDoubted(
  file: FileJudge,
  place: GroupPlace,
  matcher: Matcher,
  problem: string,
): JudgedMatcher {
  const { spec } = place.event;
  const { pattern } = matcher;
  const path = [...groupPath(place), "matcher"];
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
