import type { RunReport } from "../contract/decision.ts";
import type { Hook } from "../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { Plan } from "../contract/plan.ts";

/** A policy as it is kept: what judges it, and what is told of it. */
export interface PolicyRow {
  readonly hook: string;
  readonly source: string;
  readonly dialect: string;
  readonly mode: RunReport["mode"];
  readonly matcher: string | null;
  readonly onFailure: Hook["onFailure"];
  readonly fields: JsonObject;
}

/** The policies that an event meets if it meets nothing else, in their order. */
export interface Policies {
  /** As a trace tells them. */
  readonly lanes: readonly JsonObject[];
  readonly rows: readonly PolicyRow[];
}

/** Dialects that tell hooks an event as it is: others may have something to say about what they make of it. */
const asItIs: ReadonlySet<string> = new Set(["native", "claude-code"]);

/** The policies of a plan; null if something else is in it, or something that is not the same for every event with this subject. */
export function policiesOf({ lanes, skips, notes }: Plan): Policies | null {
  if (skips.length > 0 || notes.length > 0) return null;
  if (lanes.some(({ dialect }) => !asItIs.has(dialect.name))) return null;
  const items = lanes.flatMap(({ strands }) => strands.flat());
  const rows: PolicyRow[] = [];
  for (const item of items.sort((one, other) => one.order - other.order)) {
    const { hook } = item;
    const isSame = !hook.if && !hook.when && !hook.scope && !hook.once && hook.cwd === null;
    if (!isSame || item.kind !== "run" || item.background || hook.type !== "policy") return null;
    const { id, source, dialect, mode, matcher, onFailure, fields } = hook;
    rows.push({
      hook: id,
      source: source.text,
      dialect,
      mode,
      matcher: matcher.pattern,
      onFailure,
      fields,
    });
  }
  const told = lanes.map(({ dialect, strands }) => ({
    dialect: dialect.name,
    strands: strands.map((strand) => strand.map(({ hook }) => hook.id)),
  }));
  return { lanes: told, rows };
}

/** Policies as they stand in a book; null if they are not what was written there. */
export function readPolicies(value: Json | undefined): Policies | null {
  if (!isObject(value) || !Array.isArray(value.lanes) || !Array.isArray(value.rows)) return null;
  const rows = value.rows.map(readRow);
  const lanes = value.lanes.filter(isObject);
  return rows.every((row) => row !== null) ? { lanes, rows } : null;
}

function readRow(value: Json): PolicyRow | null {
  if (!isObject(value)) return null;
  const { hook, source, dialect, mode, matcher, onFailure, fields } = value;
  if (typeof hook !== "string" || typeof source !== "string" || typeof dialect !== "string") return null;
  if (mode !== "enforce" && mode !== "warn" && mode !== "shadow") return null;
  if ((typeof matcher !== "string" && matcher !== null) || !isObject(fields)) return null;
  if (onFailure !== "block" && onFailure !== "continue") return null;
  return { hook, source, dialect, mode, matcher, onFailure, fields };
}
