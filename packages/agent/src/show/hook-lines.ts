import type { Hook, Notice } from "hookline";
import { cut } from "./columns.ts";
import { denyMeaningOf, hookEnd, type Response } from "./hook-end.ts";
import type { Paint } from "./paint.ts";
import { createPasses } from "./passes.ts";
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
const longestText = 160;
const longestReason = 600;
/** So many lines of a reason are shown under its first. */
const furtherLines = 5;

/** So many lines of what one hook prints are shown; it may print without end. */
const printedLines = 100;

/** What hook lines need from whoever prints them. */
export interface HookLinesOptions {
  /** Prints a line of the block under `Running hooks...`. */
  readonly line: (text: string) => void;
  /** Prints a line outside the block. */
  readonly outside: (text: string) => void;
  readonly paint: Paint;
  readonly verbose: boolean;
  readonly find: (id: string, eventId: string) => Hook | undefined;
  /** What hooks have said by their lines: filled here. */
  readonly said: Recent;
  /** What the person was told beside them. */
  readonly told: Recent;
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
  const { paint, verbose, find } = options;
  const running = new Map<
    string,
    { begun: boolean; printed: number; readonly timer: NodeJS.Timeout | null }
  >();
  const toldUntrusted = new Set<string>();
  /** The run whose `▶` is the last line, if one is. */
  let last = "";

  const line = (text: string) => {
    last = "";
    options.line(text);
  };
  const short = (text: string, longest = longestText) => cut(visibleLine(text), longest);
  const dim = (parts: readonly string[]) => parts.map((part) => paint("dim", ` · ${short(part)}`)).join("");
  const passes = createPasses(line, paint, verbose);

  const begin = (notice: Extract<Notice, { type: "started" }>) => {
    const run = running.get(notice.runId);
    if (!run) return;
    passes.flush();
    const hook = find(notice.hook, notice.eventId);
    run.begun = true;
    const what = `${notice.event}: ${notice.status || spellHook(notice.hook, hook)}`;
    line(`  ${paint("strong", "▶")} ${short(what)}${dim(hook?.background ? ["in the background"] : [])}`);
    last = notice.runId;
  };

  const started = (notice: Extract<Notice, { type: "started" }>) => {
    const shadow = find(notice.hook, notice.eventId)?.mode === "shadow";
    const now = verbose || (notice.status !== "" && !quietEvents.has(notice.event));
    const later = !now && !shadow;
    const timer = later ? setTimeout(() => begin(notice), slowMs).unref() : null;
    running.set(notice.runId, { begun: false, printed: 0, timer });
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
      if (toldUntrusted.has(notice.hook)) return options.said.add(...end.echoes);
      toldUntrusted.add(notice.hook);
    }
    const begun = run?.begun === true;
    const minor = quietEvents.has(event) || report.mode === "shadow";
    if (end.pass && !verbose && !begun && minor) return;
    const name = spellHook(notice.hook, hook);
    const said = end.echoes.some((text) => options.told.has(text)) ? (report.fault ?? "") : end.said;
    // A hook that has just been named is not named again.
    const known = begun && last === runId && said !== "" && report.fault === null;
    const named = known ? "" : begun ? name : `${event}: ${name}`;
    const [first = "", ...rest] = said.trimEnd().split("\n");
    const parts = [named, first].filter((part) => part !== "");
    const mark = paint(end.tone, end.mark);
    const what = short(parts.join(": "), end.pass ? longestText : longestReason);
    const text = `  ${mark} ${what}${dim([...end.follows, spellDuration(report.durationMs)])}`;
    options.said.add(...end.echoes, ...(end.pass ? [] : [end.said]));
    if (end.pass && !begun && end.said === "" && report.durationMs < slowMs) {
      return passes.add({ event, line: text, ms: report.durationMs });
    }
    passes.flush();
    line(text);
    for (const more of rest.slice(0, furtherLines)) line(`    ${short(more)}`);
    if (rest.length > furtherLines) line(paint("dim", `    … (+${rest.length - furtherLines} lines)`));
    const counts = report.verdict === "deny" && report.mode === "enforce" && !notice.background;
    if (counts && denyMeaningOf(notice) === "endTurn") options.outside("Hook blocked further execution.");
  };

  const printed = (notice: Extract<Notice, { type: "progress" }>) => {
    const run = running.get(notice.runId);
    if (!verbose || !run || run.printed > printedLines) return;
    passes.flush();
    for (const text of notice.text.trimEnd().split("\n", printedLines)) {
      const more = ++run.printed <= printedLines;
      line(`    ${paint("dim", more ? `${notice.stream}: ${short(text)}` : "… (it prints more)")}`);
      if (!more) return;
    }
  };

  return {
    notice(notice) {
      if (notice.type === "started") started(notice);
      else if (notice.type === "response") ended(notice);
      else printed(notice);
    },
    flush() {
      passes.flush();
      last = "";
    },
    get running() {
      return running.size;
    },
  };
}
