import type { Decision } from "../contract/decision.ts";
import { canonicalJson, type JsonObject } from "../contract/json.ts";
import type { TraceRecord } from "../contract/trace.ts";
import { dayOf } from "../system/day.ts";
import { sha256 } from "../system/digest.ts";
import { appendLine } from "../system/files.ts";
import type { GlancePlace, QuietEvent } from "./glance.ts";
import type { JudgeRoom } from "./judge.ts";
import { isPlainId } from "./plain-id.ts";
import { quietId } from "./quiet-id.ts";
import { quietReport, quietSteps } from "./quiet-run.ts";

/** How somebody asks for an answer. */
export interface Asking {
  /** Whether the digest of the input is asked for. */
  readonly digest: boolean;
  /** True in a process that answers nothing else. */
  readonly once: boolean;
  elapsedMs(): number;
  /** Loads what judges policies. */
  judge(): JudgeRoom;
}

/** The decision on an event that no hook has anything to say about, as an engine makes it; null if an engine must make it: a policy has something to say, or something in it may be secret. */
export function quietAnswer(
  event: QuietEvent,
  given: JsonObject,
  place: GlancePlace,
  asked: Asking,
): Decision | null {
  const { name, subject, project, configuration, hooks, policies } = event;
  const { session_id: named } = given;
  if (named !== undefined && (typeof named !== "string" || !isPlainId(named))) return null;
  const session = named ?? quietId();
  const eventId = quietId();
  const runs = policies
    ? asked.judge().judgeQuietly(event, given, place, {
        ids: { event: eventId, session, make: quietId },
        once: asked.once,
      })
    : [];
  if (!runs) return null;
  const { tool_input: input } = given;
  const decision: Decision = {
    event: name,
    eventId,
    verdict: "pass",
    reason: "",
    halt: null,
    updatedInput: null,
    updatedOutput: null,
    updatedPrompt: null,
    // Nobody judged the input: its digest is for those who ask.
    inputDigest: input === undefined || !asked.digest ? "" : sha256(canonicalJson(input)),
    context: [],
    messages: [],
    effects: {},
    runs: runs.map(quietReport),
    skipped: [],
    diagnostics: [],
    durationMs: Math.round(asked.elapsedMs() * 1000) / 1000,
  };
  const { inputDigest, durationMs } = decision;
  const sizes = Object.keys(given).map((field) => [
    field,
    { size: JSON.stringify(given[field])?.length ?? 0 },
  ]);
  writeTrace(place.stateFolder, eventId, [
    ["decode", { event: name, project, session, payload: Object.fromEntries(sizes) }],
    ["load", { configuration, hooks }],
    ["match", { subject, hooks: runs.map(({ row }) => row.hook) }],
    ["plan", { lanes: policies?.lanes ?? [], skipped: [] }],
    ...runs.flatMap((run) => quietSteps(name, run)),
    ["aggregate", { verdict: "pass", halt: false, ...(asked.digest && { inputDigest }) }],
    ["record", { recorded: false, durationMs }],
  ]);
  return decision;
}

/** The steps that people look at first. */
const told: ReadonlySet<string> = new Set(["run", "interpret", "aggregate"]);

/** Writes the records of an event at once; a trace that fails changes nothing. */
function writeTrace(
  stateFolder: string,
  eventId: string,
  steps: readonly (readonly [step: TraceRecord["step"], data: JsonObject])[],
): void {
  const at = Date.now();
  // By places: to take a list apart takes longer than to write a line.
  const lines = steps.map(({ 0: step, 1: data }) => {
    const level = told.has(step) ? "info" : "debug";
    return JSON.stringify({ at, level, eventId, step, data } satisfies TraceRecord);
  });
  try {
    appendLine(`${stateFolder}/trace/${dayOf(at)}.jsonl`, lines.join("\n"));
  } catch {
    // As everywhere: a full disk must not change what was decided.
  }
}
