import type { Attributes } from "@opentelemetry/api";
import type { AuditedHook, DecisionEntry } from "../../contract/audit.ts";
import type { AuditRecord } from "../record.ts";
import { names, words } from "./semantic-names.ts";

/** What a record says of its moment: the tool, the session, the agent. */
export function aboutMoment(record: AuditRecord): Attributes {
  if (record.kind === "note") return {};
  const agent = record.actor.agents.at(-1);
  return {
    [names.event]: record.event,
    [names.eventId]: record.eventId,
    [names.conversation]: record.session,
    [names.project]: record.project,
    [names.configuration]: record.configuration,
    [names.durationMs]: record.durationMs,
    [names.inputDigest]: record.inputDigest,
    ...(agent && { [names.agentId]: agent.id, [names.agentName]: agent.type }),
    ...(record.tool && {
      [names.operation]: words.executeTool,
      [names.toolName]: record.tool.name,
      [names.toolType]: words.toolType,
      [names.toolKind]: record.tool.kind,
      ...(record.tool.useId !== "" && { [names.toolCallId]: record.tool.useId }),
    }),
    ...(record.kind === "execution" && {
      [names.result]: record.result,
      [names.decisionId]: record.decisionId,
      [names.outputDigest]: record.outputDigest,
      ...(record.result !== "ok" && { [names.errorType]: record.result }),
    }),
  };
}

/** What was decided. */
export function aboutDecision(record: DecisionEntry): Attributes {
  return {
    [names.verdict]: record.verdict,
    [names.reason]: record.reason,
    [names.halt]: record.halt,
    [names.rewritten]: record.rewritten,
    [names.failedOpen]: record.hooks.filter(({ failedOpen }) => failedOpen).map(({ id }) => id),
  };
}

/** One hook of a decision. */
export function aboutHook(hook: AuditedHook): Attributes {
  return {
    [names.hookId]: hook.id,
    [names.hookType]: hook.type,
    [names.hookSource]: hook.source,
    [names.hookMode]: hook.mode,
    [names.hookDigest]: hook.digest,
    [names.hookStatus]: hook.status,
    [names.hookVerdict]: hook.verdict,
    [names.hookReason]: hook.reason,
    [names.hookFailedOpen]: hook.failedOpen,
    ...(hook.fault !== null && { [names.errorType]: hook.fault }),
  };
}
