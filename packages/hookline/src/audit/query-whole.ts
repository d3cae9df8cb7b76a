import type { AuditActor, AuditedHook } from "../contract/audit.ts";
import { faultKinds } from "../contract/fault.ts";
import { isObject } from "../contract/json.ts";
import { isVerdict } from "../contract/verdict.ts";
import { type AuditRecord, parseRecord } from "./record.ts";

/** The record that a line holds, with all its fields; null if it holds none. */
export function recordIn(line: string): AuditRecord | null {
  const record = parseRecord(line);
  return record && wholeRecord(record);
}

/** A record with all its fields: one that somebody tampered with is shown with what is left of it. */
export function wholeRecord(record: AuditRecord): AuditRecord {
  const fields: { readonly [name: string]: unknown } = { ...record };
  const { v, chain, seq, prev, time, mono, boot, payload } = record;
  const place = { v, chain, seq, prev, time, mono, boot, payload, actor: actorOf(fields.actor) };
  if (record.kind === "note") return { ...record, actor: place.actor };
  const moment = {
    ...place,
    session: text(fields.session),
    project: text(fields.project),
    event: text(fields.event),
    eventId: text(fields.eventId),
    tool: toolOf(fields.tool),
    configuration: text(fields.configuration),
    durationMs: number(fields.durationMs),
    inputDigest: text(fields.inputDigest),
  };
  if (record.kind === "execution")
    return {
      ...moment,
      kind: "execution",
      decisionId: text(fields.decisionId),
      ran: fields.ran === true,
      result: results.find((result) => result === fields.result) ?? "error",
      outputDigest: text(fields.outputDigest),
      error: text(fields.error),
    };
  return {
    ...moment,
    kind: "decision",
    verdict: isVerdict(fields.verdict) ? fields.verdict : "pass",
    reason: text(fields.reason),
    halt: fields.halt === true,
    rewritten: fields.rewritten === true,
    hooks: list(fields.hooks).map(hookOf),
    faults: list(fields.faults).map(text),
    ...(Array.isArray(fields.paused) && { paused: list(fields.paused).map(text) }),
  };
}

const results = ["ok", "error", "refused", "cancelled", "deferred"] as const;
const modes = ["enforce", "warn", "shadow"] as const;
const states = ["ok", "fault", "background"] as const;

function hookOf(written: unknown): AuditedHook {
  const hook = isObject(written) ? written : {};
  return {
    id: text(hook.id),
    source: text(hook.source),
    type: text(hook.type),
    mode: modes.find((mode) => mode === hook.mode) ?? "enforce",
    digest: text(hook.digest),
    status: states.find((state) => state === hook.status) ?? "ok",
    fault: faultKinds.find((fault) => fault === hook.fault) ?? null,
    failedOpen: hook.failedOpen === true,
    verdict: isVerdict(hook.verdict) ? hook.verdict : "pass",
    reason: text(hook.reason),
    rules: list(hook.rules).map(text),
    durationMs: number(hook.durationMs),
  };
}

function actorOf(written: unknown): AuditActor {
  const actor = isObject(written) ? written : {};
  const agents = list(actor.agents).map((agent) =>
    isObject(agent) ? { id: text(agent.id), type: text(agent.type) } : { id: text(agent), type: "" },
  );
  return { user: text(actor.user), host: text(actor.host), pid: number(actor.pid), agents };
}

function toolOf(written: unknown) {
  return isObject(written)
    ? { name: text(written.name), kind: text(written.kind), useId: text(written.useId) }
    : null;
}

function text(value: unknown): string {
  return typeof value === "string"
    ? value
    : value === undefined || value === null
      ? ""
      : JSON.stringify(value);
}

function number(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
