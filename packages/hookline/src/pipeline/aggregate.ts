import type { Decision, Message, RunReport, Skipped } from "../contract/decision.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import { deepFreeze } from "../contract/json.ts";
import { nothingSaid, type Outcome } from "../contract/outcome.ts";
import type { Plan } from "../contract/plan.ts";
import { stronger, type Verdict } from "../contract/verdict.ts";
import { combineEffects } from "./combine-effects.ts";
import { counting } from "./counting.ts";
import type { Heard, Voice } from "./heard.ts";
import { denyMeaning } from "./interpret.ts";
import { reportOf } from "./report.ts";
import { combineRewrites } from "./rewrites.ts";

/** A decision before it is dated, measured and recorded. */
export type Verdicts = Omit<Decision, "inputDigest" | "durationMs" | "diagnostics">;

/** Makes one answer of all that was heard: nothing in it depends on which hook finished first. */
export function aggregate(plan: Plan, heard: readonly Heard[], keepsOrigins = false): Verdicts {
  const { event } = plan;
  const messages: Message[] = plan.notes.map(({ hook, text }) => ({ level: "warn", text, hook: hook.id }));
  const voices: Voice[] = [];
  const runs: RunReport[] = [];
  for (const one of heard) {
    const { counts, messages: told } = counting(event, one);
    if (counts !== nothingSaid) voices.push({ heard: one, counts });
    if (told.length > 0) messages.push(...told);
    runs.push(reportOf(one, keepsOrigins));
  }
  const skipped = plan.skips.map(({ hook, why }) => skippedOf(hook, why));
  // Nearly every hook says nothing nearly every time.
  if (voices.length === 0) return unsaid(event, messages, runs, skipped);
  const verdict = verdictOf(voices);
  const dropped = verdict === "deny" || verdict === "defer";
  return {
    event: event.spec.name,
    eventId: event.id,
    verdict,
    reason: reasonOf(verdict, voices),
    halt: haltOf(event, voices),
    updatedInput: dropped ? null : deepFreeze(combineRewrites(event, voices, messages)),
    updatedOutput: lastOf(voices, "updatedOutput", messages),
    updatedPrompt: dropped ? null : lastOf(voices, "updatedPrompt", messages),
    context: voices.flatMap(({ counts }) => (counts.context === null ? [] : [counts.context])),
    messages,
    effects: combineEffects(voices, messages),
    runs,
    skipped,
  };
}

function unsaid(
  { id, spec }: Event,
  messages: readonly Message[],
  runs: readonly RunReport[],
  skipped: readonly Skipped[],
): Verdicts {
  return {
    event: spec.name,
    eventId: id,
    verdict: "pass",
    reason: "",
    halt: null,
    updatedInput: null,
    updatedOutput: null,
    updatedPrompt: null,
    context: [],
    messages,
    effects: {},
    runs,
    skipped,
  };
}

/** A skipped hook as the decision names it. */
export function skippedOf(hook: Hook, why: string): Skipped {
  return { hook: hook.id, source: hook.source.text, dialect: hook.dialect, why };
}

/** The strongest of the dialects' verdicts, each of which follows the dialect's own rule. */
function verdictOf(voices: readonly Voice[]): Verdict {
  let verdict: Verdict = "pass";
  for (const { heard, counts } of voices) {
    const { dialect } = heard;
    const yields =
      dialect.combine === "deny-allow-ask" &&
      (counts.verdict === "ask" || counts.verdict === "defer") &&
      voices.some((other) => other.heard.dialect === dialect && other.counts.verdict === "allow");
    // Where an allow goes before an ask, the ask is not heard beside it.
    if (!yields) verdict = stronger(verdict, counts.verdict);
  }
  return verdict;
}

function reasonOf(verdict: Verdict, voices: readonly Voice[]): string {
  if (verdict === "pass") return "";
  const reasons = voices
    .filter(({ counts }) => counts.verdict === verdict)
    .map(({ counts }) => counts.reason);
  return reasons.filter((reason) => reason !== "").join("\n");
}

function haltOf(event: Event, voices: readonly Voice[]): { reason: string } | null {
  const reasons: string[] = [];
  for (const { heard, counts } of voices) {
    if (counts.halt) reasons.push(counts.halt.reason);
    // A dialect may make of a block what the event's own row does not: the end of the turn.
    else if (
      counts.verdict === "deny" &&
      denyMeaning(event, heard.dialect) === "endTurn" &&
      event.spec.deny !== "endTurn"
    ) {
      reasons.push(counts.reason);
    }
  }
  return reasons.length === 0 ? null : { reason: reasons.filter((reason) => reason !== "").join("\n") };
}

function lastOf<K extends "updatedOutput" | "updatedPrompt">(
  voices: readonly Voice[],
  name: K,
  messages: Message[],
): Outcome[K] | null {
  const given = voices.filter(({ counts }) => counts[name] !== null);
  const last = given.at(-1);
  for (const { heard } of given.slice(0, -1)) {
    messages.push({
      level: "warn",
      text: `its ${name} was replaced by that of ${last?.heard.hook.id}`,
      hook: heard.hook.id,
    });
  }
  return last ? last.counts[name] : null;
}
