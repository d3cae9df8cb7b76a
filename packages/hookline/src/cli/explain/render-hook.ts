import type { Json } from "../../contract/json.ts";
import type { Paint } from "../render.ts";
import { shownText } from "../shown.ts";
import { visibleLine } from "../visible.ts";
import type { ExplainedCondition, ExplainedHook } from "./explained-hook.ts";

/** How much of a value is shown. */
const longest = 120;

/** What others wrote, on one line, without secrets. */
export function shownLine(text: string): string {
  return visibleLine(shownText(text));
}

/** A hook for people: what becomes of it, why, what to do, and the values that hold for it. */
export function renderHook(hook: ExplainedHook, paint: Paint, verbose: boolean): readonly string[] {
  const { answer, near, id, source, dialect, type, meaning } = hook;
  const runs = answer === "runs";
  const mark = runs ? paint.green("✓") : answer === "untrusted" || near ? paint.yellow("!") : paint.dim("-");
  const where = dialect === "native" ? source : `${source} (${dialect})`;
  const what = answer === "other-event" ? `for ${hook.event}` : `${type}, ${meaning}`;
  const lines = [`  ${mark} ${visibleLine(id)}  ${paint.dim(visibleLine(where))}  ${shownLine(what)}`];
  // Of hooks that have nothing to do with the event, one line says enough.
  if (answer === "other-event" && !near && !verbose) return lines;
  for (const text of hook.why) lines.push(`      ${runs ? "" : "why: "}${shownLine(text)}`);
  for (const condition of hook.conditions) lines.push(...renderCondition(condition, paint));
  for (const text of hook.todo) lines.push(`      ${paint.bold("do:")}  ${shownLine(text)}`);
  if (runs || verbose) lines.push(`      ${paint.dim(shownLine(ruleLine(hook)))}`);
  return lines;
}

function ruleLine(hook: ExplainedHook): string {
  const { order, after, timeoutMs, groupTimeoutMs, onFailure, environment, cwd } = hook;
  const parts = [
    order === null ? "" : `place ${order + 1}`,
    after.length === 0 ? "" : `after ${after.join(", ")}`,
    `deadline ${seconds(timeoutMs)}`,
    groupTimeoutMs === null ? "" : `its group ${seconds(groupTimeoutMs)}`,
    onFailure === "block" ? "blocks if it breaks" : "if it breaks, work goes on",
    `environment ${environment}`,
    `in ${cwd}`,
  ];
  return parts.filter((part) => part !== "").join("; ");
}

/** A duration as people write it in hook files. */
export function seconds(ms: number): string {
  return ms % 1000 === 0 || ms > 10_000 ? `${Math.round(ms / 1000)} s` : `${ms} ms`;
}

function renderCondition({ name, text, holds, looked }: ExplainedCondition, paint: Paint): readonly string[] {
  const state =
    holds === null ? paint.yellow("not judged") : holds ? paint.green("true") : paint.red("not true");
  const values = Object.entries(looked).map(([way, value]) => `${way} = ${cut(value ?? null)}`);
  const line = `      ${name}: ${shownLine(text)}  ${state}`;
  return [line, ...values.map((value) => `        ${paint.dim(shownLine(value))}`)];
}

function cut(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
