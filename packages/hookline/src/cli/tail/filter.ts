import { builtInEvents, isVerdict, suggest, verdicts } from "../../index.ts";
import { momentOf } from "../audit/moments.ts";
import { isLate, type Told, type TracedEvent, type TracedRun } from "../trace/events.ts";
import { projectTest } from "../trace/tally.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** Which events of a trace are wanted, and which of their runs. */
export interface TailFilter {
  readonly since: number;
  /** Somebody asks for something special: all the runs that fit are worth a line. */
  readonly narrow: boolean;
  event(told: Told): boolean;
  run(run: TracedRun): boolean;
}

/** Looked at unless `--since` says otherwise. */
const usual = "1d";

/** The filter that the options of `hookline tail` ask for. */
export function tailFilter(options: VerbOptions, projectDir: string): TailFilter {
  const name = textOption(options, "event");
  const hook = textOption(options, "hook");
  const session = textOption(options, "session");
  const verdict = textOption(options, "verdict");
  const wantsFault = options.fault === true;
  if (name !== undefined) checkEvent(name);
  if (verdict !== undefined && !isVerdict(verdict))
    throw new UsageError(`--verdict ${verdict}: write one of ${verdicts.join(", ")}`);
  const isHere = options.allProjects === true ? () => true : projectTest(projectDir);
  const run = (one: TracedRun) =>
    (hook === undefined || one.hook === hook) &&
    (verdict === undefined || one.verdict === verdict) &&
    (!wantsFault || one.fault !== null);
  const about = (of: TracedEvent) =>
    isHere(of.project) &&
    (name === undefined || of.event === name) &&
    (session === undefined || of.session === session);
  const concerns = (of: TracedEvent) =>
    hook === undefined || of.matched.includes(hook) || of.runs.some((one) => one.hook === hook);
  return {
    since: momentOf(textOption(options, "since") ?? usual, "--since"),
    narrow: hook !== undefined || wantsFault,
    run,
    event(told) {
      if (isLate(told)) return about(told.of) && run(told.run);
      return (
        about(told) &&
        concerns(told) &&
        (verdict === undefined || told.verdict === verdict) &&
        (!wantsFault || told.runs.some(run))
      );
    },
  };
}

/** A host may have events of its own; what is nearly the name of ours is a slip. */
function checkEvent(name: string): void {
  const known = builtInEvents.map((event) => event.name);
  const meant = known.includes(name) ? null : suggest(name, known);
  if (meant !== null) throw new UsageError(`--event ${name}: there is no such event; do you mean ${meant}?`);
}
