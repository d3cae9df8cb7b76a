import { type AuditRecord, type FoundRecord, queryTrail } from "../../audit/index.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";
import { trailOf } from "./trail-folder.ts";

/** A record that was named, and the trail that it stands in. */
export interface NamedRecord {
  readonly folder: string;
  readonly found: FoundRecord;
}

type Call = Exclude<AuditRecord, { readonly kind: "note" }>;

/** The record that somebody names by its number (`12`), by chain and number (`main/12`), or by the id of its event. */
export function namedRecord(name: string, options: VerbOptions): NamedRecord {
  const [, inName, digits] = /^(?:([^/]+)\/)?([1-9]\d{0,14})$/.exec(name) ?? [];
  const chain = inName ?? textOption(options, "chain");
  const { folder, chains } = trailOf({ ...options, ...(chain !== undefined && { chain }) });
  const found = chains.flatMap((one) =>
    digits === undefined ? byEvent(folder, one, name) : bySeq(folder, one, Number(digits)),
  );
  const [first, second] = found;
  if (!first) {
    const what = digits === undefined ? `no record has the event id "${name}"` : `there is no record ${name}`;
    throw new UsageError(`${what} in ${folder}; "hookline audit query" shows those that are there`);
  }
  if (second && digits !== undefined) {
    const names = found.map(({ chain: of, record }) => `${of}/${record.seq}`);
    throw new UsageError(`${found.length} chains have a record ${name}; say which: ${names.join(", ")}`);
  }
  return { folder, found: first };
}

function bySeq(folder: string, chain: string, seq: number): readonly FoundRecord[] {
  for (const one of queryTrail(folder, {}, { chain, fromSeq: seq }))
    return one.record.seq === seq ? [one] : [];
  return [];
}

function byEvent(folder: string, chain: string, id: string): readonly FoundRecord[] {
  for (const one of queryTrail(folder, {}, { chain }))
    if (one.record.kind !== "note" && one.record.eventId === id) return [one];
  return [];
}

/** What belongs to the same call: of a decision what then happened, of an execution what had been decided; null if it is not there. */
export function otherHalf({ folder, found: { chain, record } }: NamedRecord): FoundRecord | null {
  if (record.kind === "note") return null;
  const { seq } = record;
  // What was decided stands before what happened, almost always close to it.
  const from = record.kind === "decision" ? { fromSeq: seq + 1 } : { reverse: true };
  for (const one of queryTrail(folder, {}, { chain, ...from })) {
    if (one.record.kind !== "note" && isSameCall(record, one.record)) return one;
  }
  return null;
}

/** Where decision and end were recorded by two processes, only the call's own id joins them. */
function isSameCall(one: Call, other: Call): boolean {
  if (one.kind === other.kind) return false;
  const [decision, execution] = one.kind === "decision" ? [one, other] : [other, one];
  if (decision.kind !== "decision" || execution.kind !== "execution") return false;
  if (execution.decisionId !== "") return execution.decisionId === decision.eventId;
  const [before, after] = [decision.tool?.useId ?? "", execution.tool?.useId ?? ""];
  const asked = decision.event === "PreToolUse" && decision.session === execution.session;
  return asked && before !== "" && before === after;
}
