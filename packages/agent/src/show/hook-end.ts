import { allDialects, builtInEvents, type DenyMeaning, type Hook, type Notice } from "hookline";
import type { Tone } from "./paint.ts";

/** The notice of a hook that has ended. */
export type Response = Extract<Notice, { readonly type: "response" }>;

/** How a hook ended, in words for people. */
export interface HookEnd {
  readonly mark: "✓" | "✗" | "!" | "?";
  readonly tone: Tone;
  /** What it said: its reason, its fault, or the last line that it printed. */
  readonly said: string;
  /** What follows from it: `blocked`, `went on`, `in the background`; empty if nothing does. */
  readonly follows: readonly string[];
  /** It let everything pass and has nothing to say. */
  readonly pass: boolean;
  /** The sentences by which the decision tells the person the same thing once more. */
  readonly echoes: readonly string[];
}

const rows = new Map(builtInEvents.map((row) => [row.name, row]));
const ofDialect = new Map(allDialects.map((dialect) => [dialect.name, dialect.denies]));

/** What a deny of this hook does on this event. */
export function denyMeaningOf({ event, report }: Response): DenyMeaning {
  return ofDialect.get(report.dialect)?.[event] ?? rows.get(event)?.deny ?? "stop";
}

/** Says how a hook ended; `hook` is its entry, if it is still there. */
export function hookEnd(notice: Response, hook: Hook | undefined): HookEnd {
  const { report, background } = notice;
  const behind = background ? ["in the background"] : [];
  if (report.mode === "shadow") {
    const would = report.fault ?? (report.verdict === "pass" ? "" : report.verdict);
    const follows = [`shadow${would === "" ? "" : `: would have been ${would}`}`, ...behind];
    return { mark: "✓", tone: "dim", said: report.reason, follows, pass: true, echoes: [] };
  }
  if (report.fault !== null) return faultEnd(notice, hook, behind);
  const { reason, verdict } = report;
  if (verdict === "pass") {
    if (reason === "" || denyMeaningOf(notice) !== "none") {
      const said = reason || lastLine(report.stdout);
      return { mark: "✓", tone: "good", said, follows: behind, pass: true, echoes: [] };
    }
    const follows = ["only a message here", ...behind];
    return { mark: "!", tone: "warn", said: reason, follows, pass: false, echoes: [reason] };
  }
  if (report.mode === "warn") {
    const would = reason === "" ? verdict : `${verdict}: ${reason}`;
    const echoes = [`in warn mode; it would ${would}`];
    const follows = [`warn mode: would ${verdict}`, ...behind];
    return { mark: "!", tone: "warn", said: reason, follows, pass: false, echoes };
  }
  if (background) {
    const blocks = hook?.rewake && verdict === "deny" ? "the model is told" : "blocks nothing";
    const follows = [`${verdict} in the background: ${blocks}`];
    return {
      mark: verdict === "allow" ? "✓" : "✗",
      tone: "warn",
      said: reason,
      follows,
      pass: false,
      echoes: [],
    };
  }
  if (verdict === "allow")
    return { mark: "✓", tone: "good", said: reason, follows: ["allowed"], pass: reason === "", echoes: [] };
  if (verdict === "deny") {
    const follows = [denyWords[denyMeaningOf(notice)]];
    return { mark: "✗", tone: "bad", said: reason, follows, pass: false, echoes: [] };
  }
  const follows = [verdict === "ask" ? "asks" : "deferred"];
  return { mark: "?", tone: "warn", said: reason, follows, pass: false, echoes: [] };
}

const denyWords: { readonly [meaning in DenyMeaning]: string } = {
  stop: "blocked",
  continue: "not done yet, the agent goes on",
  feedback: "blocked, the model is told",
  endTurn: "blocked, the turn ends",
  none: "only a message here",
};

function faultEnd(notice: Response, hook: Hook | undefined, behind: readonly string[]): HookEnd {
  const { report, event } = notice;
  const text = `${report.fault}: ${report.reason}`;
  const named = `${report.hook}: ${text}`;
  const holds = hook?.onFailure === "block" && !notice.background && !rows.get(event)?.failsOpen;
  const blocks = holds && report.mode === "enforce" && denyMeaningOf(notice) !== "none";
  const follows = [...(hook ? [blocks ? "blocked" : "went on"] : []), ...behind];
  const echoes = [named, `${named}; went on without it`, `in warn mode; it would deny: ${named}`];
  if (notice.background) echoes.push(`in the background: ${text}`);
  return { mark: "✗", tone: blocks ? "bad" : "warn", said: text, follows, pass: false, echoes };
}

/** What a tool that prints a summary says at its end; an answer in JSON is not for people. */
function lastLine(stdout: string): string {
  if (/^\s*\{/.test(stdout)) return "";
  return stdout.trimEnd().split("\n").at(-1)?.trim() ?? "";
}
