import type { Decision, Diagnostic } from "../../index.ts";
import type { TracedEvent } from "../trace/events.ts";
import type { ExplainedEvent } from "./explain-event.ts";
import type { ExplainedHook } from "./explained-hook.ts";
import type { UnreadFile } from "./unread-files.ts";
import type { Said, Won } from "./winner.ts";

/** Everything that is known about one event: what `hookline explain --json` prints. */
export interface Explanation {
  readonly event: string;
  readonly subject: string | null;
  readonly project: string;
  /** How many hooks would run, how many the event has, and how many are configured. */
  readonly count: { readonly run: number; readonly event: number; readonly all: number };
  /** `assumed`: the values of the payload are not known, so no `if` and no `when` was judged. */
  readonly conditions: "judged" | "assumed";
  /** Required fields that nobody gave. */
  readonly blanks: readonly string[];
  readonly hooks: readonly ExplainedHook[];
  readonly order: ExplainedEvent["order"];
  readonly notes: readonly string[];
  /** What makes one doubt that the event is ever fired here. */
  readonly doubts: readonly string[];
  readonly problems: readonly Diagnostic[];
  readonly unread: readonly UnreadFile[];
  /** What happened then, with `--last`. */
  readonly last: Omit<TracedEvent, "payload"> | null;
  /** What was decided now, with `--run`. */
  readonly decision: Decision | null;
  readonly said: readonly Said[];
  readonly won: Won | null;
}

/** Counts what an explanation begins with. */
export function countOf(hooks: readonly ExplainedHook[]): Explanation["count"] {
  const event = hooks.filter(({ answer }) => answer !== "other-event" && answer !== "not-chosen");
  return {
    run: event.filter(({ answer }) => answer === "runs").length,
    event: event.length,
    all: hooks.length,
  };
}
