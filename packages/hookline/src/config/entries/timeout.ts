import type { Dialect } from "../../contract/dialect.ts";
import type { JudgedEntry, JudgedGroup } from "./judged-entry.ts";

/** What an event's row leaves open. */
const eventSeconds = 600;

/** A written timeout: what holds (null: the default), and what is wrong with it. */
export interface ReadTimeout {
  readonly ms: number | null;
  readonly problem: string | null;
}

/** True for a timeout that is within the dialect's bounds. */
export function isTimeout(value: number, { timeout }: Dialect): boolean {
  const ms = value * timeout.unitMs;
  return ms >= timeout.minMs && ms <= timeout.maxMs;
}

/** Reads a timeout in the dialect's unit and bounds. */
export function readTimeout(value: number, dialect: Dialect): ReadTimeout {
  const { unitMs, minMs, maxMs, outside } = dialect.timeout;
  const ms = value * unitMs;
  if (isTimeout(value, dialect)) return { ms, problem: null };
  const unit = unitMs === 1 ? "milliseconds" : "seconds";
  const bounds = `"timeout" must be from ${minMs / unitMs} to ${maxMs / unitMs} ${unit}, not ${value}`;
  if (outside === "default") return { ms: null, problem: `${bounds}; the default holds` };
  const nearest = ms < minMs ? minMs : maxMs;
  return { ms: nearest, problem: `${bounds}; it counts as ${nearest / unitMs}` };
}

/** The deadline of a hook: its own, the file's, that of its type, of the dialect, of the event. */
export function timeoutMsOf({ file, spec }: JudgedGroup, { given, grammar }: JudgedEntry): number {
  const { dialect } = file.place;
  const own = given.timeout === undefined ? null : readTimeout(given.timeout, dialect).ms;
  const usual = own ?? file.defaults.timeoutMs;
  if (usual !== null) return usual;
  const { timeoutSeconds } = grammar.runner;
  if (timeoutSeconds !== undefined) return timeoutSeconds * 1000;
  return dialect.timeout.defaultMs ?? (spec.timeoutSeconds ?? eventSeconds) * 1000;
}
