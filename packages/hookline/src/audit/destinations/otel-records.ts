import type { Attributes, HrTime, SpanContext } from "@opentelemetry/api";
import type { Resource } from "@opentelemetry/resources";
import type { ReadableLogRecord } from "@opentelemetry/sdk-logs";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";
import { recordSentence } from "../export/sentence.ts";
import type { AuditRecord } from "../record.ts";
import type { ShippedRecord } from "./destination.ts";
import { aboutDecision, aboutHook, aboutMoment } from "./otel-attributes.ts";
import { eventSpanId, hookSpanId, toolSpanId, traceIdOf } from "./otel-ids.ts";
import { names, words } from "./semantic-names.ts";
import { plainLine } from "./well-formed.ts";

/** What all records of one destination share. */
export interface OtelScope {
  readonly resource: Resource;
  readonly chainId: string;
  readonly instrumentation: { readonly name: string };
  /** The arguments of a tool call as JSON, where that is wanted and they are kept; null otherwise. */
  argumentsOf(record: AuditRecord): string | null;
}

/** The numbers that OpenTelemetry gives to severities and kinds. */
const severities = { info: 9, notice: 10, warn: 13, error: 17 } as const;
const internal = 0;
const failed = 2;
const unset = 0;
const sampled = 1;

/** One log record for an audit record. */
export function logOf(shipped: ShippedRecord, scope: OtelScope): ReadableLogRecord {
  const { record, hash } = shipped;
  const severity = severityOf(record);
  const time = hrTime(Date.parse(record.time));
  return {
    hrTime: time,
    hrTimeObserved: time,
    spanContext: contextOf(traceIdOf(record), toolSpanId(record) ?? eventSpanId(record)),
    severityText: severity.toUpperCase(),
    severityNumber: severities[severity],
    body: plainLine(recordSentence(record)),
    eventName: { decision: words.decisionEvent, execution: words.executionEvent, note: words.noteEvent }[
      record.kind
    ],
    resource: scope.resource,
    instrumentationScope: scope.instrumentation,
    attributes: {
      [names.recordId]: hash,
      [names.hash]: hash,
      [names.chain]: scope.chainId,
      [names.sequence]: record.seq,
      [names.kind]: record.kind,
      [names.user]: record.actor.user,
      [names.host]: record.actor.host,
      [names.pid]: record.actor.pid,
      ...aboutMoment(record),
      ...(record.kind === "decision" && aboutDecision(record)),
      ...argumentsIn(record, scope),
    },
    droppedAttributesCount: 0,
  };
}

/** The spans of an audit record: the tool's execution, or each hook of a decision. */
export function spansOf({ record }: ShippedRecord, scope: OtelScope): ReadableSpan[] {
  const traceId = traceIdOf(record);
  const toolSpan = toolSpanId(record);
  if (record.kind === "note") return [];
  const end = Date.parse(record.time);
  const start = end - record.durationMs;
  if (record.kind === "execution") {
    return [
      span(scope, {
        name: `${words.executeTool} ${record.tool?.name ?? ""}`.trimEnd(),
        context: contextOf(traceId, toolSpan ?? eventSpanId(record)),
        parent: null,
        start,
        end,
        error: record.result === "error" ? record.error : null,
        attributes: { ...aboutMoment(record), ...argumentsIn(record, scope) },
      }),
    ];
  }
  const parent = toolSpan === null ? null : contextOf(traceId, toolSpan);
  return record.hooks.map((hook, index) =>
    span(scope, {
      name: words.hookSpan,
      context: contextOf(traceId, hookSpanId(record, index)),
      parent,
      start,
      end: start + hook.durationMs,
      error: hook.fault === null ? null : hook.reason,
      attributes: { ...aboutHook(hook), [names.event]: record.event, [names.eventId]: record.eventId },
    }),
  );
}

interface SpanFacts {
  readonly name: string;
  readonly context: SpanContext;
  readonly parent: SpanContext | null;
  readonly start: number;
  readonly end: number;
  readonly error: string | null;
  readonly attributes: Attributes;
}

function span({ resource, instrumentation }: OtelScope, facts: SpanFacts): ReadableSpan {
  return {
    name: facts.name,
    kind: internal,
    spanContext: () => facts.context,
    ...(facts.parent && { parentSpanContext: facts.parent }),
    startTime: hrTime(facts.start),
    endTime: hrTime(facts.end),
    duration: hrTime(facts.end - facts.start),
    status: facts.error === null ? { code: unset } : { code: failed, message: facts.error },
    attributes: facts.attributes,
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationScope: instrumentation,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function argumentsIn(record: AuditRecord, scope: OtelScope): Attributes {
  const given = scope.argumentsOf(record);
  return given === null ? {} : { [names.toolArguments]: given };
}

function severityOf(record: AuditRecord): keyof typeof severities {
  if (record.kind === "note") return "notice";
  if (record.kind === "execution") return record.result === "error" ? "warn" : "info";
  if (record.hooks.some(({ failedOpen }) => failedOpen)) return "error";
  return record.verdict === "deny" ? "warn" : "info";
}

function contextOf(traceId: string, spanId: string): SpanContext {
  return { traceId, spanId, traceFlags: sampled };
}

/** Seconds and nanoseconds of milliseconds since 1970. */
function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
