import type { Json } from "../contract/json.ts";
import { readPayload } from "./payloads.ts";
import { listChains, listFiles, recordsName } from "./places.ts";
import { type RecordFilter, recordFits } from "./query.ts";
import { wholeRecord } from "./query-whole.ts";
import { type ChainLine, readChain } from "./read-chain.ts";
import type { AuditRecord } from "./record.ts";

/** A record that was asked for. */
export interface FoundRecord {
  /** The chain that it stands in, whatever the record says. */
  readonly chain: string;
  readonly record: AuditRecord;
  /** The exact text on the disk. */
  readonly line: string;
  /** `main/000001.jsonl:17`. */
  readonly where: string;
  /** What was kept of its payload; undefined if nothing, or if it was erased. Read when it is asked for. */
  payload(): Json | undefined;
}

/** How records are asked for. */
export interface QueryOptions {
  /** Only of this chain; of all if absent. */
  readonly chain?: string;
  /** The latest first. */
  readonly reverse?: boolean;
  readonly fromSeq?: number;
}

/** The records of a trail that fit, by time, in flat memory; those of one chain always in their own order. */
export function* queryTrail(
  folder: string,
  filter: RecordFilter,
  options: QueryOptions = {},
): Generator<FoundRecord> {
  const chains = options.chain === undefined ? listChains(folder) : [options.chain];
  const read = options.reverse ? backwards : forwards;
  const lanes = chains.map((chain) =>
    matching(folder, chain, read(folder, chain, options.fromSeq ?? 1), filter),
  );
  yield* merged(lanes, options.reverse === true);
}

function forwards(folder: string, chain: string, fromSeq: number): Iterable<ChainLine> {
  return readChain(folder, chain, { fromSeq });
}

/** How many records are held at once where a chain is read from its end. */
const stretch = 1_000;

/** The records of a chain from the last to the first: each file is walked once to mark its stretches, then read stretch by stretch. */
function* backwards(folder: string, chain: string, fromSeq: number): Generator<ChainLine> {
  for (const file of [...listFiles(folder, chain)].reverse()) {
    const marks = [{ at: { file, offset: 0 }, above: 0 }];
    let count = 0;
    for (const { next, lineNumber } of ofFile(folder, chain, { file, offset: 0 }))
      if (++count % stretch === 0) marks.push({ at: next, above: lineNumber });
    for (const { at, above } of marks.reverse()) {
      const lines: ChainLine[] = [];
      for (const line of ofFile(folder, chain, at)) {
        lines.push({ ...line, lineNumber: above + line.lineNumber });
        if (lines.length === stretch) break;
      }
      for (const line of lines.reverse()) if (line.record.seq >= fromSeq) yield line;
    }
  }
}

function* ofFile(folder: string, chain: string, at: ChainLine["next"]): Generator<ChainLine> {
  const name = recordsName(at.file);
  for (const line of readChain(folder, chain, { at })) {
    if (line.file !== name) return;
    yield line;
  }
}

function* matching(
  folder: string,
  chain: string,
  lines: Iterable<ChainLine>,
  filter: RecordFilter,
): Generator<FoundRecord> {
  for (const { line, record: read, file, lineNumber } of lines) {
    const record = wholeRecord(read);
    const payload = () => keptPayload(folder, chain, record);
    if (recordFits(record, filter, payload))
      yield { chain, record, line, where: `${chain}/${file}:${lineNumber}`, payload };
  }
}

function keptPayload(folder: string, chain: string, { payload }: AuditRecord): Json | undefined {
  const kept = readPayload(folder, chain, payload);
  return kept.state === "kept" ? kept.payload : undefined;
}

/** The next record is always the earliest of those that come first in their chains (the latest, where all is read backwards). */
function* merged(lanes: readonly Generator<FoundRecord>[], reverse: boolean): Generator<FoundRecord> {
  const waiting = lanes.flatMap((lane) => {
    const { value, done } = lane.next();
    return done === true ? [] : [{ lane, first: value }];
  });
  try {
    while (waiting.length > 0) {
      let chosen = 0;
      for (let place = 1; place < waiting.length; place++) {
        const [one, other] = [
          waiting[chosen]?.first.record.time ?? "",
          waiting[place]?.first.record.time ?? "",
        ];
        if (reverse ? other > one : other < one) chosen = place;
      }
      const lane = waiting[chosen];
      if (!lane) return;
      yield lane.first;
      const { value, done } = lane.lane.next();
      if (done === true) waiting.splice(chosen, 1);
      else lane.first = value;
    }
  } finally {
    for (const { lane } of waiting) lane.return(undefined);
  }
}
