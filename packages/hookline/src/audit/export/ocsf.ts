import type { DecisionEntry, ExecutionEntry } from "../../contract/audit.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { Verdict } from "../../contract/verdict.ts";
import type { AuditRecord } from "../record.ts";
import { decidedBy, recordSentence } from "./sentence.ts";

/** The version of the schema that the words are of. */
const version = "1.6.0";

/** A call that somebody controls, not a finding of an analysis: API Activity, with the profile of a security control. */
const apiActivity = { category_uid: 6, category_name: "Application Activity", class_uid: 6003 } as const;

/** A note about the trail itself has no call behind it: the base event. */
const baseEvent = { category_uid: 0, category_name: "Uncategorized", class_uid: 0 } as const;

const activities: { readonly [kind: string]: readonly [id: number, name: string] } = {
  write: [1, "Create"],
  read: [2, "Read"],
  search: [2, "Read"],
  fetch: [2, "Read"],
  edit: [3, "Update"],
};

/** What the control did, and what became of the call. */
const dispositions = {
  pass: [1, "Allowed", 16, "No Action"],
  allow: [1, "Allowed", 1, "Allowed"],
  ask: [0, "Unknown", 99, "Asked"],
  defer: [0, "Unknown", 99, "Deferred"],
  deny: [2, "Denied", 2, "Blocked"],
} as const satisfies { readonly [verdict in Verdict]: readonly [number, string, number, string] };

const results = {
  ok: [1, "Allowed", 1, "Allowed", 1, "Success"],
  error: [1, "Allowed", 27, "Error", 2, "Failure"],
  refused: [2, "Denied", 2, "Blocked", 2, "Failure"],
  cancelled: [2, "Denied", 6, "Dropped", 2, "Failure"],
  deferred: [0, "Unknown", 99, "Deferred", 99, "Deferred"],
} as const satisfies {
  readonly [result in ExecutionEntry["result"]]: readonly [number, string, number, string, number, string];
};

/** A record as one event of the Open Cybersecurity Schema Framework. */
export function ocsfEvent(record: AuditRecord, product: { readonly version: string }): JsonObject {
  const { time, chain, seq } = record;
  const about = record.kind === "note" ? noteWords(record.note) : callWords(record);
  const [severity, severityName] = severityOf(record);
  return {
    ...about,
    time: Date.parse(time) || 0,
    severity_id: severity,
    severity: severityName,
    message: recordSentence(record),
    metadata: {
      version,
      uid: `${chain}/${seq}`,
      sequence: seq,
      log_name: chain,
      original_time: time,
      profiles: record.kind === "note" ? ["host"] : ["host", "security_control"],
      product: { name: "Hookline", vendor_name: "Hookline", version: product.version },
      ...(record.kind !== "note" && { event_code: record.event, correlation_uid: correlation(record) }),
    },
    actor: {
      user: { name: record.actor.user },
      process: { pid: record.actor.pid },
      ...(record.kind !== "note" && { session: { uid: record.session } }),
      ...agentWords(record),
    },
    device: { hostname: record.actor.host, type_id: 0, type: "Unknown" },
    unmapped: unmapped(record),
  };
}

function callWords(record: AuditRecord & (DecisionEntry | ExecutionEntry)): JsonObject {
  const [activity, name] = activities[record.tool?.kind ?? ""] ?? [99, record.tool?.kind ?? record.event];
  const outcome =
    record.kind === "decision"
      ? ([...dispositions[record.verdict], 1, "Success"] as const)
      : results[record.result];
  const [action, actionName, disposition, dispositionName, status, statusName] = outcome;
  const rules = record.kind === "decision" ? decidedBy(record) : [];
  return {
    ...apiActivity,
    class_name: "API Activity",
    activity_id: activity,
    activity_name: name,
    type_uid: 600_300 + activity,
    type_name: `API Activity: ${name}`,
    status_id: status,
    status: statusName,
    status_detail: record.kind === "decision" ? record.reason : record.error,
    action_id: action,
    action: actionName,
    disposition_id: disposition,
    disposition: dispositionName,
    is_alert: isAlert(record),
    ...(rules.length > 0 && { policy: { name: rules.join(", "), uid: record.configuration } }),
    duration: Math.round(record.durationMs),
    api: {
      operation: record.tool?.name ?? record.event,
      service: { name: record.kind === "decision" ? "decision" : "execution" },
      request: { uid: record.eventId },
      ...(record.kind === "execution" &&
        record.error !== "" && { response: { error: record.result, error_message: record.error } }),
    },
    src_endpoint: { hostname: record.actor.host },
  };
}

function noteWords(note: string): JsonObject {
  const words = { activity_id: 99, activity_name: note, type_uid: 99, type_name: `Base Event: ${note}` };
  return { ...baseEvent, class_name: "Base Event", ...words };
}

function agentWords({ actor }: AuditRecord): JsonObject {
  const agent = actor.agents.at(-1);
  return agent ? { app_name: agent.type || agent.id, app_uid: agent.id } : {};
}

/** Decision and execution of one call have the same. */
function correlation(record: DecisionEntry | ExecutionEntry): string {
  return record.kind === "execution" ? record.decisionId : record.eventId;
}

function isAlert(record: DecisionEntry | ExecutionEntry): boolean {
  return (
    record.kind === "decision" &&
    (record.verdict === "deny" || record.hooks.some(({ failedOpen }) => failedOpen))
  );
}

function severityOf(record: AuditRecord): readonly [number, string] {
  if (record.kind !== "decision") return [1, "Informational"];
  if (record.hooks.some(({ failedOpen }) => failedOpen)) return [4, "High"];
  if (record.verdict === "deny") return [3, "Medium"];
  return record.verdict === "ask" || record.verdict === "defer" ? [2, "Low"] : [1, "Informational"];
}

function unmapped(record: AuditRecord): JsonObject {
  const { kind, prev, actor } = record;
  const common = { kind, prev, agents: actor.agents.map(({ id, type }) => ({ id, type })) };
  if (record.kind === "note") return { ...common, detail: record.detail };
  const { project, configuration, inputDigest, tool } = record;
  const call = { ...common, project, configuration, inputDigest, toolUseId: tool?.useId ?? "" };
  if (record.kind === "execution") {
    const { ran, result, outputDigest } = record;
    return { ...call, ran, result, outputDigest };
  }
  const hooks = record.hooks.map((hook) => ({ ...hook }));
  return { ...call, verdict: record.verdict, halt: record.halt, rewritten: record.rewritten, hooks };
}
