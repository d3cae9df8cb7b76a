import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { TraceLevel } from "../contract/trace.ts";
import { type Ended, failedOpen } from "../pipeline/failed-open.ts";
import type { Heard } from "../pipeline/heard.ts";
import type { Tracer } from "./trace.ts";

/** How much of what a hook wrote to stderr a trace holds, in characters. */
const wordsKept = 8_192;

/** Writes how one hook ran and what it said; of one that is still running, that it was started. */
export function traceRun(tracer: Tracer, event: Event, heard: Heard, ended: Ended, late = false): void {
  const { hook, dialect, run, outcome } = heard;
  const { end } = run ?? {};
  const what = {
    event: event.spec.name,
    hook: hook.id,
    source: hook.source.text,
    type: hook.type,
    mode: hook.mode,
    matcher: hook.matcher.pattern,
    command: commandOf(hook),
    ...(late && { background: true }),
  };
  tracer.step(
    event,
    "run",
    () => ({
      ...what,
      end: end?.kind ?? "background",
      exitCode: end?.kind === "exit" ? end.code : null,
      signal: end?.kind === "signal" ? end.signal : null,
      durationMs: run?.durationMs ?? 0,
      stdoutBytes: run?.stdout.bytes ?? 0,
      stderrBytes: run?.stderr.bytes ?? 0,
      stderr: tracer.words(run?.stderr.text.slice(0, wordsKept) ?? ""),
      left: run?.left ?? [],
    }),
    run && run.stderr.bytes > 0 ? (dialect.levels?.stderr ?? "info") : "info",
  );
  const { verdict, fault } = outcome;
  const said = () => ({
    ...what,
    verdict,
    fault: fault?.kind ?? null,
    error: tracer.words(fault?.detail ?? outcome.reason),
    changes: changesOf(outcome),
    ...(failedOpen(event, { ...heard, background: late || heard.background }, ended) && { failedOpen: true }),
  });
  tracer.step(event, "interpret", said, levelOf(heard));
}

/** Names what a hook wants to be different, without a value of it. */
function changesOf(outcome: Outcome): readonly string[] {
  const changes = ["updatedInput", "updatedOutput", "updatedPrompt", "context", "halt"] as const;
  return changes.filter((name) => outcome[name] !== null);
}

/** The command as it is written: what an event puts into it travels beside it. */
function commandOf({ fields }: Hook): string | null {
  const { command, args } = fields;
  if (typeof command !== "string") return null;
  return Array.isArray(args) ? [command, ...args].join(" ") : command;
}

function levelOf({ hook, dialect, outcome }: Heard): TraceLevel {
  const { verdict, reason, fault, messages } = outcome;
  if (fault) return hook.onFailure === "block" ? "error" : (dialect.levels?.fault ?? "warn");
  // On an event that cannot be stopped, a block has become a message.
  const blocked = verdict === "deny" || messages.some(({ text }) => text === reason);
  if (blocked) return "error";
  return messages.some(({ level }) => level !== "info") ? "warn" : "info";
}
