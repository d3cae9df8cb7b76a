import { isObject } from "../contract/json.ts";
import { sha256 } from "../system/digest.ts";
import { type ChainEdge, readEdge } from "./frontier-file.ts";
import type { HeadSlot } from "./head.ts";
import type { FoundHead } from "./head-file.ts";
import { type GrowingTree, growTree } from "./merkle.ts";
import { recordsName } from "./places.ts";
import { type AuditRecord, leafHash, noRecord, parseRecord } from "./record.ts";
import type { Seal } from "./seal.ts";
import { type RawLine, walkLines } from "./walk.ts";

/** A chain that does not hold: it is left as it is, and another one begun. */
export class ChainDamage extends Error {}

/** Half a line that a writer left when it died. */
export interface TornLine {
  readonly file: number;
  /** Where it begins: the file is cut back to here. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly digest: string;
}

/** What the next writer goes on from. */
export interface Recovered {
  /** The last record that is there. */
  readonly last: HeadSlot;
  readonly tree: GrowingTree;
  readonly origin: string;
  readonly key: string;
  /** Keys that were changed in these records, and in which. */
  readonly oldKeys: readonly { readonly key: string; readonly seq: number }[];
  readonly torn: TornLine | null;
}

interface Walked {
  seq: number;
  hash: string;
  file: number;
  size: number;
  origin: string;
  key: string;
  readonly oldKeys: { readonly key: string; readonly seq: number }[];
  readonly tree: GrowingTree;
}

/** Reads what was written since the last checkpoint, compares it with the head, and tells what a dying writer left. */
export function recoverChain(
  folder: string,
  chain: string,
  seal: Seal,
  head: Extract<FoundHead, { state: "found" }>,
): Recovered {
  const { acknowledged, announced } = head;
  const edge = readEdge(folder, chain, seal);
  const known = edge && edge.tree.size <= acknowledged.seq ? edge : null;
  const walked = startOf(known, acknowledged);
  let torn: TornLine | null = null;
  for (const line of walkLines(folder, chain, known ?? undefined)) {
    const where = `${recordsName(line.file)} at byte ${line.offset}`;
    if (walked.seq < acknowledged.seq) {
      step(walked, line, chain, where);
      if (walked.seq === acknowledged.seq) compare(walked, acknowledged);
    } else if (!announced || line.file !== announced.file) {
      throw new ChainDamage(`nobody announced what stands in ${where}`);
    } else if (line.ended && leafHash(line.bytes) === announced.hash && walked.seq < announced.seq) {
      step(walked, line, chain, where);
    } else if (
      !line.ended &&
      walked.seq < announced.seq &&
      line.offset + line.bytes.length < announced.size
    ) {
      torn = { file: line.file, offset: line.offset, ...keptBytes(line) };
    } else throw new ChainDamage(`what stands in ${where} is not what was announced`);
  }
  if (walked.seq < acknowledged.seq)
    throw new ChainDamage(`records ${walked.seq + 1} to ${acknowledged.seq} were written and are gone`);
  const { seq, hash, file, size, ...rest } = walked;
  return { ...rest, last: { ...acknowledged, seq, hash, file, size }, torn };
}

function startOf(edge: ChainEdge | null, acknowledged: HeadSlot): Walked {
  const tree = growTree(edge?.tree);
  const walked = edge
    ? {
        seq: tree.size,
        hash: edge.hash,
        file: edge.file,
        size: edge.offset,
        origin: edge.origin,
        key: edge.key,
      }
    : { seq: 0, hash: noRecord, file: 1, size: 0, origin: "", key: "" };
  const start = { ...walked, oldKeys: [], tree };
  if (walked.seq === acknowledged.seq) compare(start, acknowledged);
  return start;
}

function step(walked: Walked, line: RawLine, chain: string, where: string): void {
  const record = line.ended && !line.tooLong ? parseRecord(line.bytes.toString("utf8")) : null;
  if (!record) throw new ChainDamage(`there is no record in ${where}`);
  if (record.chain !== chain || record.seq !== walked.seq + 1 || record.prev !== walked.hash)
    throw new ChainDamage(`the record in ${where} does not follow the one before it`);
  walked.seq = record.seq;
  walked.hash = leafHash(line.bytes);
  walked.file = line.file;
  walked.size = line.offset + line.bytes.length + 1;
  walked.tree.add(walked.hash);
  learn(walked, record);
}

function learn(walked: Walked, record: AuditRecord): void {
  if (record.kind !== "note" || !isObject(record.detail)) return;
  const { origin, key, after } = record.detail;
  if (record.note === "chain-opened" && record.seq === 1) {
    walked.origin = String(origin);
    walked.key = String(key);
  } else if (record.note === "key-rotated") {
    walked.oldKeys.push({ key: walked.key, seq: record.seq });
    walked.key = String(after);
  }
}

function compare(walked: Walked, { seq, hash, file, size }: HeadSlot): void {
  if (walked.hash !== hash) throw new ChainDamage(`record ${seq} is not the one that was written`);
  // A new file is begun with its first record: until then the head speaks of the one before.
  if (walked.file !== file || walked.size !== size)
    throw new ChainDamage(`record ${seq} is not where it was written`);
}

function keptBytes({ bytes }: RawLine): { readonly bytes: Uint8Array; readonly digest: string } {
  const copy = Buffer.from(bytes);
  return { bytes: copy, digest: sha256(copy) };
}
