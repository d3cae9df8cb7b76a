import type { JsonObject } from "../../contract/json.ts";
import { localMoment } from "../audit/moments.ts";
import type { Paint } from "../render.ts";
import { shownText } from "../shown.ts";
import { isLate, type Told, type TracedRun } from "../trace/events.ts";
import { visibleLine } from "../visible.ts";
import type { TailFilter } from "./filter.ts";

/** How the lines of `hookline tail` look. */
export interface TailLook {
  readonly paint: Paint;
  /** Every run is shown, not only those that said or broke something. */
  readonly whole: boolean;
  /** Events of several projects are mixed: each says which is its own. */
  readonly projects: boolean;
  readonly today: string;
}

/** True if there is a line for it: an event always has one, the end of a hook that nobody waited for if it is worth it. */
export function hasLine(told: Told, filter: TailFilter, whole: boolean): boolean {
  return !isLate(told) || whole || filter.narrow || isWorth(told.run);
}

/** What the trace tells as lines for people: the event, and the runs that are worth one. */
export function tailLines(told: Told, filter: TailFilter, look: TailLook): readonly string[] {
  const { paint, whole } = look;
  if (isLate(told)) {
    const head = `${paint.dim(momentText(told.at, look.today))}  ${paint.bold(shown(told.of.event))}  in the background`;
    return hasLine(told, filter, whole) ? [head, runLine(told.run, paint)] : [];
  }
  const { at, event, subject, verdict, halt, durationMs, project, runs } = told;
  const head = [
    paint.dim(momentText(at, look.today)),
    paint.bold(shown(event)),
    ...(subject === null ? [] : [shown(subject)]),
    verdictTint(verdict, paint)(shown(verdict)),
    ...(halt ? [paint.red("halt")] : []),
    paint.dim(`${Math.round(durationMs)} ms`),
    ...(look.projects ? [paint.dim(shown(project))] : []),
  ].join("  ");
  const worth = runs.filter((run) => filter.run(run) && (whole || filter.narrow || isWorth(run)));
  const skipped = whole ? told.skipped : [];
  return [
    head,
    ...worth.map((run) => runLine(run, paint)),
    ...skipped.map(({ hook, why }) => paint.dim(`    - ${shown(hook)}  skipped: ${shown(why)}`)),
  ];
}

/** The same as one JSON object. */
export function tailObject(told: Told): JsonObject {
  const { kind, at, of, run } = isLate(told)
    ? { kind: "run", at: told.at, of: told.of, run: told.run }
    : { kind: "event", at: told.at, of: told, run: null };
  const { eventId, event, project, session, subject } = of;
  const about = { kind, at: new Date(at).toISOString(), eventId, event, project, session, subject };
  if (run) return { ...about, runs: [runObject(run)] };
  const { verdict, halt, durationMs, matched, skipped, runs } = of;
  return {
    ...about,
    verdict,
    halt,
    durationMs,
    matched,
    skipped: skipped.map((one) => ({ ...one })),
    runs: runs.map(runObject),
  };
}

function runObject({
  hook,
  source,
  type,
  mode,
  exitCode,
  durationMs,
  verdict,
  fault,
  background,
}: TracedRun) {
  return { hook, source, type, mode, exitCode, durationMs, verdict, fault, background };
}

function isWorth({ verdict, fault }: TracedRun): boolean {
  return fault !== null || !["pass", "allow", ""].includes(verdict);
}

function runLine(run: TracedRun, paint: Paint): string {
  const mark =
    run.fault !== null ? paint.yellow("!") : run.verdict === "deny" ? paint.red("✗") : paint.green("✓");
  const started = run.background && run.exitCode === null && run.durationMs === 0 && run.fault === null;
  const end =
    run.fault ??
    (started ? "started in the background" : run.exitCode === null ? run.type : `exit ${run.exitCode}`);
  // A hook that broke has said nothing: what is made of that stands above, with the event.
  const said = [
    run.fault === null ? run.verdict : "",
    ...(run.mode === "enforce" ? [] : [`(${run.mode})`]),
  ].filter((text) => text !== "");
  const words = said.length > 0 ? `  ${shown(said.join(" "))}` : "";
  const rest = started ? "" : `${words}  ${paint.dim(`${Math.round(run.durationMs)} ms`)}`;
  return `    ${mark} ${shown(run.hook)}  ${paint.dim(shown(run.source))}  ${shown(end)}${rest}`;
}

const shown = (text: string) => visibleLine(shownText(text));

/** The time of today, or the whole moment of another day. */
function momentText(at: number, today: string): string {
  const text = localMoment(at);
  return text.startsWith(today) ? text.slice(11) : text;
}

function verdictTint(verdict: string, paint: Paint): (text: string) => string {
  if (verdict === "deny") return paint.red;
  return verdict === "ask" || verdict === "defer" ? paint.yellow : paint.green;
}
