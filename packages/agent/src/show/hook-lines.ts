import type { Hook, Notice } from "hookline";
import { cut } from "./columns.ts";
import { denyMeaningOf, hookEnd, type Response } from "./hook-end.ts";
import type { Paint } from "./paint.ts";
import type { Recent } from "./recent.ts";
import { spellDuration, spellHook } from "./spell.ts";
import { visibleLine } from "./visible.ts";

/** Fired again and again in every turn: a hook there that only passes is not worth a line. */
const quietEvents: ReadonlySet<string> = new Set([
  "MessageDisplay",
  "MessageAdded",
  "ModelRequest",
  "ModelResponse",
  "StreamStart",
  "StreamEnd",
  "ToolSelection",
  "PermissionCheck",
  "PermissionGranted",
  "PostToolBatch",
]);

/** A hook without a status message is named before its end only if it takes longer than this. */
const slowMs = 1000;
/** So many hooks that pass quickly have a line each; more have one line together. */
const fewPasses = 3;
/** How long a pass may wait for others to be shown with. */
const gatherMs = 100;
const longestText = 160;
/** So many lines of a reason are shown under its first. */
const furtherLines = 5;

/** What hook lines need from whoever prints them. */
export interface HookLinesOptions {
  /** Prints a line of the block under `Running hooks...`. */
  readonly line: (text: string) => void;
  /** Prints a line outside the block. */
  readonly outside: (text: string) => void;
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly find: (id: string, eventId: string) => Hook | undefined;
  readonly recent: Recent;
}

/** Hooks as lines: `▶` when one begins, `✓` or `✗` when it has ended. */
export interface HookLines {
  notice(notice: Notice): void;
  /** Prints what waits for others. */
  flush(): void;
  /** How many hooks run now. */
  readonly running: number;
}

/** Makes the lines of hooks, so that every block and fault is seen and a crowd of quick passes drowns nothing. */
export function createHookLines(options: HookLinesOptions): HookLines {
  const { line, paint, verbose, find, recent } = options;
  const running = new Map<string, { begun: boolean; readonly timer: NodeJS.Timeout | null }>();
  const toldUntrusted = new Set<string>();
  let passes: { event: string; name: string; text: string; ms: number }[] = [];
  let gathering: NodeJS.Timeout | null = null;
  /** The run whose `▶` is the last line, if one is. */
  let last = "";

  const short = (text: string) => cut(visibleLine(text), longestText);
  const dim = (parts: readonly string[]) => parts.map((part) => paint("dim", ` · ${short(part)}`)).join("");

  const flush = () => {
    if (gathering) clearTimeout(gathering);
    gathering = null;
    const waiting = passes;
    passes = [];
    for (const event of new Set(waiting.map((pass) => pass.event))) {
      const those = waiting.filter((pass) => pass.event === event);
      const longest = spellDuration(Math.max(...those.map(({ ms }) => ms)));
      const said = `${event}: ${those.length} hooks passed`;
      if (those.length > fewPasses && !verbose)
        line(`  ${paint("good", "✓")} ${said}${dim([`at most ${longest}`])}`);
      else for (const { text } of those) line(text);
    }
  };

  const begin = (notice: Extract<Notice, { type: "started" }>) => {
    const run = running.get(notice.runId);
    if (!run) return;
    flush();
    const hook = find(notice.hook, notice.eventId);
    run.begun = true;
    last = notice.runId;
    const what = notice.status || spellHook(notice.hook, hook);
    line(
      `  ${paint("strong", "▶")} ${notice.event}: ${short(what)}${dim(hook?.background ? ["in the background"] : [])}`,
    );
  };

  const started = (notice: Extract<Notice, { type: "started" }>) => {
    const shadow = find(notice.hook, notice.eventId)?.mode === "shadow";
    const now = verbose || (notice.status !== "" && !quietEvents.has(notice.event));
    const later = !now && !shadow;
    const timer = later ? setTimeout(() => begin(notice), slowMs).unref() : null;
    running.set(notice.runId, { begun: false, timer });
    if (now && (verbose || !shadow)) begin(notice);
  };

  const ended = (notice: Response) => {
    const { runId, event, report } = notice;
    const run = running.get(runId);
    if (run?.timer) clearTimeout(run.timer);
    running.delete(runId);
    const hook = find(notice.hook, notice.eventId);
    const end = hookEnd(notice, hook);
    if (report.fault === "untrusted" && !end.follows.includes("blocked") && !verbose) {
      if (toldUntrusted.has(notice.hook)) return recent.add(...end.echoes);
      toldUntrusted.add(notice.hook);
    }
    const begun = run?.begun === true;
    const minor = quietEvents.has(event) || report.mode === "shadow";
    if (end.pass && !verbose && !begun && minor) return;
    const name = spellHook(notice.hook, hook);
    const told = end.echoes.some((text) => recent.has(text));
    const said = told ? (report.fault ?? "") : end.said;
    // A hook that has just been named is not named again.
    const named =
      begun && last === runId && said !== "" && report.fault === null
        ? ""
        : begun
          ? name
          : `${event}: ${name}`;
    const [first = "", ...rest] = said.trimEnd().split("\n");
    const parts = [named, first].filter((part) => part !== "");
    const mark = paint(end.tone, end.mark);
    const text = `  ${mark} ${short(parts.join(": "))}${dim([...end.follows, spellDuration(report.durationMs)])}`;
    recent.add(...end.echoes, ...(end.pass ? [] : [end.said]));
    if (end.pass && !begun && end.said === "" && report.durationMs < slowMs) {
      passes.push({ event, name, text, ms: report.durationMs });
      gathering ??= setTimeout(flush, gatherMs).unref();
      return;
    }
    flush();
    line(text);
    for (const more of rest.slice(0, furtherLines)) line(`    ${short(more)}`);
    if (rest.length > furtherLines) line(paint("dim", `    … (+${rest.length - furtherLines} lines)`));
    last = "";
    if (
      report.verdict === "deny" &&
      report.mode === "enforce" &&
      !notice.background &&
      denyMeaningOf(notice) === "endTurn"
    )
      options.outside("Hook blocked further execution.");
  };

  return {
    notice(notice) {
      if (notice.type === "started") started(notice);
      else if (notice.type === "response") ended(notice);
      else if (verbose) {
        flush();
        for (const text of notice.text.trimEnd().split("\n"))
          line(`    ${paint("dim", `${notice.stream}: ${short(text)}`)}`);
      }
    },
    flush,
    get running() {
      return running.size;
    },
  };
}
