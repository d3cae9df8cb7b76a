import type { Dialect } from "../contract/dialect.ts";
import type { EventSpec } from "../contract/event.ts";
import type { Json } from "../contract/json.ts";
import type { Runner } from "../contract/runner.ts";

/** What an event's row leaves open. */
const eventSeconds = 600;

/** A written timeout: what holds (null: the default), and what is wrong with it. */
export interface ReadTimeout {
  readonly ms: number | null;
  readonly problem: string | null;
}

/** Reads a timeout in the dialect's unit and bounds. */
export function readTimeout(value: Json, { timeout }: Dialect): ReadTimeout {
  const { unitMs, minMs, maxMs, outside } = timeout;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    return {
      ms: null,
      problem: `"timeout" must be a number, not ${JSON.stringify(value)}; the default holds`,
    };
  }
  const ms = value * unitMs;
  if (ms >= minMs && ms <= maxMs) return { ms, problem: null };
  const unit = unitMs === 1 ? "milliseconds" : "seconds";
  const bounds = `"timeout" must be from ${minMs / unitMs} to ${maxMs / unitMs} ${unit}, not ${value}`;
  if (outside === "default") return { ms: null, problem: `${bounds}; the default holds` };
  const nearest = ms < minMs ? minMs : maxMs;
  return { ms: nearest, problem: `${bounds}; it counts as ${nearest / unitMs}` };
}

/** The deadline of a hook that names none, in a file that names none either. */
export function defaultTimeoutMs(runner: Runner, { timeout }: Dialect, spec: EventSpec): number {
  if (runner.timeoutSeconds !== undefined) return runner.timeoutSeconds * 1000;
  return timeout.defaultMs ?? (spec.timeoutSeconds ?? eventSeconds) * 1000;
}
