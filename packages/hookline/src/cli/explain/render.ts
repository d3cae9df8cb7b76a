import { ago } from "../ago.ts";
import { type Paint, renderDiagnostic } from "../render.ts";
import { visibleLine } from "../visible.ts";
import type { Explanation } from "./explanation.ts";
import { renderHook, shownLine } from "./render-hook.ts";

type Past = NonNullable<Explanation["last"]>;

/** An explanation for people: the count first, then those that run, those that do not, and what may be behind it. */
export function renderExplanation(all: Explanation, paint: Paint, verbose: boolean): string {
  const { hooks } = all;
  const runs = hooks.filter(({ answer }) => answer === "runs");
  const not = hooks.filter(({ answer }) => !["runs", "other-event", "not-chosen"].includes(answer));
  const misses = hooks.filter(({ answer, near }) => answer === "other-event" && near);
  const elsewhere = hooks.filter(({ answer, near }) => answer === "other-event" && !near);
  const unchosen = hooks.filter(({ answer }) => answer === "not-chosen");
  const block = (title: string, rows: typeof hooks) =>
    rows.length === 0 ? [] : [paint.bold(title), ...rows.flatMap((row) => renderHook(row, paint, verbose))];
  return lines([
    ...(all.last ? renderLast(all.last, paint) : []),
    headOf(all, paint),
    ...block("Runs", runs),
    ...block("Does not run", not),
    ...block("Near: hooks of another event that would fit", misses),
    ...block("Not chosen", unchosen),
    ...block("Other events", elsewhere),
    ...orderLines(all, paint),
    ...worthKnowing(all, paint),
  ]);
}

/** One hook for people: the answer in the first line. */
export function renderOne(all: Explanation, id: string, paint: Paint): string {
  const rows = all.hooks.filter((hook) => hook.id === id);
  const about = `${all.event}${all.subject ? ` of ${all.subject}` : ""}`;
  const answers = rows.map(({ answer, why, near }) => {
    const tint = answer === "runs" ? paint.green : near ? paint.yellow : paint.red;
    const word = answer === "runs" ? "would run" : "would not run";
    return tint(shownLine(`${id} ${word} on ${about}${why[0] ? `: ${why[0]}` : ""}`));
  });
  return lines([
    ...answers,
    ...rows.flatMap((row) => renderHook(row, paint, true)),
    ...(all.last ? pastOf(all.last, id, paint) : []),
    ...worthKnowing(all, paint),
  ]);
}

function headOf({ event, subject, project, count }: Explanation, paint: Paint): string {
  const about = `${paint.bold(event)}${subject ? ` of ${shownLine(subject)}` : ""}`;
  const hooks = `${count.run} of ${count.event} ${count.event === 1 ? "hook" : "hooks"} would run`;
  const more = count.all > count.event ? `; ${count.all} are configured in all` : "";
  return `${about}: ${paint.bold(hooks)}${more}  ${paint.dim(visibleLine(project))}`;
}

function pastHead({ event, subject, at, session, verdict, halt }: Past, paint: Paint): string {
  const about = shownLine(`${event}${subject ? ` of ${subject}` : ""}`);
  const when = `${ago(at)} (${new Date(at).toISOString()}, session ${shownLine(session)})`;
  return `${paint.bold("Then")}: ${about}, ${when}: ${visibleLine(halt ? `${verdict}, the turn ended` : verdict)}`;
}

function renderLast(last: Past, paint: Paint): readonly string[] {
  return [
    pastHead(last, paint),
    ...last.runs.map(ranLine),
    ...last.skipped.map(({ hook, why }) => shownLine(`  skipped  ${hook}: ${why}`)),
    ...(last.matched.length === 0 ? ["  no hook matched"] : []),
    `${paint.bold("Today")}, with the hooks as they are now:`,
  ];
}

/** What became of one hook then. */
function pastOf(last: Past, id: string, paint: Paint): readonly string[] {
  const ran = last.runs.filter(({ hook }) => hook === id).map(ranLine);
  const skips = last.skipped.filter(({ hook }) => hook === id);
  const skipped = skips.map(({ why }) => shownLine(`  skipped  ${id}: ${why}`));
  const none = last.matched.includes(id) ? "  it matched" : "  it did not match";
  return [pastHead(last, paint), ...ran, ...skipped, ...(ran.length + skips.length === 0 ? [none] : [])];
}

function ranLine({ hook, source, fault, exitCode, verdict, durationMs }: Past["runs"][number]): string {
  const end = fault ?? (exitCode === null ? verdict : `exit ${exitCode}, ${verdict}`);
  return shownLine(`  ran      ${hook}  ${source}  ${end}  ${Math.round(durationMs)} ms`);
}

function orderLines({ order, hooks }: Explanation, paint: Paint): readonly string[] {
  if (hooks.filter(({ answer }) => answer === "runs").length < 2) return [];
  const line = (strands: readonly (readonly string[])[]) =>
    strands.map((ids) => ids.join(" → ")).join("  |  ");
  return [
    `${paint.bold("Order")} ${paint.dim('(what "|" parts starts together, "→" waits)')}`,
    ...order.map(({ dialect, strands }) => `  ${dialect}: ${shownLine(line(strands))}`),
  ];
}

/** What may be behind it that none of the hooks tells: files that are broken or not read, an event that nobody fires. */
function worthKnowing(
  { hooks, conditions, blanks, last, notes, doubts, problems, unread }: Explanation,
  paint: Paint,
): readonly string[] {
  const note = (text: string) => `${paint.yellow("note")}  ${shownLine(text)}`;
  const missing = blanks.length > 0 ? ` (${blanks.join(", ")})` : "";
  const unknown = last
    ? `the values of that payload were not written down${missing}, so no "if" and no "when" can be judged; "hookline record start" keeps them from now on`
    : `the payload is not complete${missing}, so no "if" and no "when" is judged; give --input or --payload`;
  return [
    ...(conditions === "assumed" && hooks.some((hook) => hook.conditions.length > 0) ? [note(unknown)] : []),
    ...notes.map(note),
    ...doubts.map(note),
    ...unread.map(({ path, why, mend }) => note(`${path} is not read: ${why}; ${mend}`)),
    ...problems.map(
      (one) =>
        `${one.severity === "error" ? paint.red("error") : paint.yellow(one.severity)}  ${renderDiagnostic(one)}`,
    ),
  ];
}

function lines(all: readonly string[]): string {
  return `${all.join("\n")}\n`;
}
