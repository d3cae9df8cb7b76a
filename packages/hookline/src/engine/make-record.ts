import type { Decision, RunReport } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { EventRecord, RecordedRun } from "../contract/event-record.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Redactor } from "../contract/redact.ts";
import { originOf } from "../contract/run-origin.ts";
import { type Lengths, shortenJson, shortenText } from "../contract/shorten.ts";
import { sha256 } from "../system/digest.ts";
import { realPath } from "../system/local-files.ts";
import { longestLine } from "./record-places.ts";
import type { EngineState } from "./state.ts";

/** What is looked through for secrets at all, and what is then tried one after another until the line fits. */
const looked: Lengths = { text: 256 * 1024, items: 10_000 };
const tried: readonly Lengths[] = [
  { text: 32 * 1024, items: 2_000 },
  { text: 4 * 1024, items: 500 },
  { text: 512, items: 50 },
  { text: 100, items: 10 },
];

/** The line that records an event: without secrets, and never longer than what is read again. */
export function recordLine(state: EngineState, event: Event, decision: Decision, session: string): string {
  const cutBefore: string[] = [];
  const given = shortenJson(event.payload, looked, cutBefore);
  const safe = state.redactor.about(event.payload);
  const payload = safe.json(given);
  const redacted = JSON.stringify(payload) !== JSON.stringify(given);
  let line = "";
  for (const lengths of tried) {
    // Cut after it was redacted: half a secret does not look like one.
    const cut = [...cutBefore];
    const shorter = shortenJson(payload, lengths, cut);
    const about = { payload: isObject(shorter) ? shorter : {}, redacted, cut: [...new Set(cut)] };
    line = JSON.stringify({ ...recordOf(state, event, decision, safe, lengths, session), ...about });
    if (line.length * 3 < longestLine || Buffer.byteLength(line) < longestLine) return line;
  }
  throw new Error(`a record of ${line.length} characters is too long`);
}

function recordOf(
  state: EngineState,
  { id, spec, tool, depth }: Event,
  decision: Decision,
  safe: Redactor,
  lengths: Lengths,
  session: string,
): Omit<EventRecord, "payload" | "redacted" | "cut"> {
  const { verdict, reason, halt, updatedInput, updatedOutput, updatedPrompt } = decision;
  const words = wordsOf(safe, lengths);
  return {
    v: 1,
    at: Date.now(),
    eventId: id,
    event: spec.name,
    project: realPath(state.configuration.projectDir),
    session: safe.text(session),
    depth,
    tool: tool && { name: tool.name, kind: tool.kind },
    decision: {
      verdict,
      reason: words.text(reason),
      halt: halt && { reason: words.text(halt.reason) },
      updatedInput: words.value(updatedInput, "tool_input"),
      updatedOutput: words.value(updatedOutput, "tool_response"),
      updatedPrompt: words.value(updatedPrompt, "prompt"),
    },
    runs: decision.runs.slice(0, lengths.items).map((run) => runOf(run, words)),
    skipped: decision.skipped
      .slice(0, lengths.items)
      .map((skipped) => ({ ...skipped, why: words.text(skipped.why) })),
    configuration: state.configuration.digest,
    durationMs: decision.durationMs,
  };
}

/** Texts and values as a record may hold them. */
interface Words {
  text(text: string): string;
  value(value: Json | null, at: string): Json;
}

/** So much of what a hook says is kept. */
const longestReason = 2_000;

/** What makes a text or a value one that may be written down: the same for what is compared with it later. */
export function wordsOf(safe: Redactor, lengths: Lengths = tried[0] ?? looked): Words {
  const most = Math.min(longestReason, lengths.text);
  return {
    text: (text) => shortenText(safe.text(text.slice(0, 20 * longestReason)), most),
    value: (value, at) =>
      value === null ? null : shortenJson(safe.json(shortenJson(value, looked, []), at), lengths, []),
  };
}

function runOf(run: RunReport, words: Words): RecordedRun {
  const { hook, source, dialect, type, mode, status, verdict, reason, fault, exitCode, durationMs } = run;
  const origin = originOf(run);
  return {
    hook,
    source,
    dialect,
    type,
    mode,
    status,
    verdict,
    reason: words.text(reason),
    fault,
    exitCode,
    durationMs,
    identity: origin ? identityDigest(origin.identity) : "",
    again: origin?.secondLook ?? false,
    says: origin ? saidBeside(origin.outcome, words) : {},
  };
}

function saidBeside(outcome: Outcome, words: Words): JsonObject {
  const { halt, updatedInput, updatedOutput, updatedPrompt } = outcome;
  return {
    ...(halt && { halt: { reason: words.text(halt.reason) } }),
    ...(updatedInput && { updatedInput: words.value(updatedInput, "tool_input") }),
    ...(updatedOutput !== null && { updatedOutput: words.value(updatedOutput, "tool_response") }),
    ...(updatedPrompt !== null && { updatedPrompt: words.value(updatedPrompt, "prompt") }),
  };
}

/** The identity of a hook as records hold it: what the entry says may be a secret. */
export function identityDigest(identity: string): string {
  return sha256(identity).slice(0, 32);
}
