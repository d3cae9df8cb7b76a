import type { AuditedHook, DecisionEntry, ExecutionEntry } from "../../contract/audit.ts";
import { isObject, type Json } from "../../contract/json.ts";
import type { AuditRecord } from "../record.ts";

/** How much of a text stands in a sentence. */
const shown = 160;

/** What happened, in one line of plain language; `payload` is what was kept of it, if anything. */
export function recordSentence(record: AuditRecord, payload?: Json): string {
  if (record.kind === "note") {
    const detail = Object.keys(record.detail).length === 0 ? "" : ` ${JSON.stringify(record.detail)}`;
    return `note ${oneLine(record.note)}${oneLine(detail, shown)}`;
  }
  const what = [toolName(record), quoted(subjectOf(payload))].filter((text) => text !== "").join(" ");
  return record.kind === "decision" ? decisionSentence(record, what) : executionSentence(record, what);
}

function decisionSentence(record: DecisionEntry, what: string): string {
  const event = what !== "" && record.event === "PreToolUse" ? "" : `${record.event} `;
  const by = decidedBy(record);
  const parts = [
    `${record.verdict} ${oneLine(event)}${what}`.trimEnd(),
    by.length === 0 ? "" : ` by ${oneLine(by.join(", "))}`,
    record.reason === "" ? "" : `: ${oneLine(record.reason)}`,
    record.halt ? " (the turn ends)" : "",
    record.rewritten ? " (input changed)" : "",
    openSentence(record.hooks),
  ];
  return parts.join("");
}

function executionSentence(record: ExecutionEntry, what: string): string {
  const error = record.error === "" ? "" : `: ${oneLine(record.error)}`;
  const time = `in ${Math.round(record.durationMs)} ms`;
  if (!record.ran) return `${record.result} ${what}${error} (it did not run)`;
  return record.result === "ok" ? `ran ${what} ${time}` : `ran ${what} ${time}, ${record.result}${error}`;
}

function openSentence(hooks: readonly AuditedHook[]): string {
  const open = hooks.filter(({ failedOpen }) => failedOpen);
  return open.length === 0
    ? ""
    : ` (failed open: ${open.map(({ id, fault }) => `${oneLine(id)}, ${fault ?? "fault"}`).join("; ")})`;
}

/** The hooks whose word became the decision; none if nobody said anything. */
export function decidedBy({ verdict, hooks }: DecisionEntry): readonly string[] {
  if (verdict === "pass") return [];
  return hooks
    .filter((hook) => hook.mode === "enforce" && hook.verdict === verdict && hook.status !== "background")
    .map(({ id }) => id);
}

/** The part of a payload that people know the call by: its command, path, address or prompt; empty if there is none. */
export function subjectOf(payload: Json | undefined): string {
  if (!isObject(payload)) return "";
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const named = [input.command, input.file_path, input.path, input.url, input.pattern, input.query];
  const rest = Object.values(input);
  const found = [...named, ...rest, payload.prompt, payload.message].find(
    (value) => typeof value === "string",
  );
  return typeof found === "string" ? found : "";
}

function toolName({ tool }: DecisionEntry | ExecutionEntry): string {
  return tool === null ? "" : oneLine(tool.name);
}

function quoted(text: string): string {
  return text === "" ? "" : `\`${oneLine(text)}\``;
}

/** A text on one line and not too long. */
function oneLine(text: string, most = shown): string {
  const line = text.slice(0, most * 4).replaceAll(/\s+/g, " ");
  return line.length > most || text.length > most * 4 ? `${line.slice(0, most - 1)}…` : line;
}
