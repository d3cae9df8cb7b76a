import { isObject } from "../contract/json.ts";
import type { Findings } from "./findings.ts";
import type { FoundMark } from "./mark.ts";
import { type GrowingTree, growTree } from "./merkle.ts";
import { readPayload } from "./payloads.ts";
import { recordsName } from "./places.ts";
import { type AuditRecord, leafHash, noRecord, parseRecord } from "./record.ts";
import type { ChainRemark } from "./report.ts";
import type { RawLine } from "./walk.ts";

/** What a walk through a chain has seen so far. */
export interface ChainView {
  readonly folder: string;
  readonly chain: string;
  readonly findings: Findings;
  readonly tree: GrowingTree;
  records: number;
  bytes: number;
  seq: number;
  /** The leaf hash of the last record. */
  hash: string;
  file: number;
  lineNumber: number;
  /** Bytes of the file up to the end of the last record. */
  size: number;
  /** Files that are there and cannot be read; the records behind one are taken as they are, and no root can be compared any more. */
  readonly unread: Set<number>;
  blind: boolean;
  /** What the mark beside the keys says, and the hash of the record that it speaks of. */
  mark: FoundMark | null;
  markedHash: string;
  origin: string;
  /** The keys by the record that brought them, oldest first. */
  readonly keys: { readonly key: string; readonly fromSeq: number }[];
  /** Keys that the next checkpoint must be signed with beside the one in force. */
  readonly oldKeys: string[];
  firstTime: string;
  lastTime: string;
  lost: number;
  payloads: number;
  /** Records whose payloads were erased, and erasures that were announced here: `main 17`. */
  readonly erased: Set<string>;
  readonly announcedErasures: Set<string>;
  readonly remarks: ChainRemark[];
}

/** Nothing seen yet. */
export function newView(folder: string, chain: string, findings: Findings): ChainView {
  const place = { seq: 0, hash: noRecord, file: 1, lineNumber: 0, size: 0, origin: "" };
  const counts = { records: 0, bytes: 0, lost: 0, payloads: 0, firstTime: "", lastTime: "" };
  const lists = { keys: [], oldKeys: [], remarks: [], erased: new Set(""), announcedErasures: new Set("") };
  const sight = { unread: new Set<number>(), blind: false, mark: null, markedHash: "" };
  return { folder, chain, findings, tree: growTree(), ...place, ...counts, ...lists, ...sight };
}

const mostRemarks = 200;

/** Takes the next whole line: judges how it follows the one before, and what it says. */
export function takeLine(view: ChainView, line: RawLine): AuditRecord | null {
  const { findings, chain } = view;
  const where = `${chain}/${recordsName(line.file)}:${line.lineNumber}`;
  view.bytes += line.bytes.length + 1;
  const hash = leafHash(line.bytes);
  const record = line.tooLong ? null : parseRecord(line.bytes.toString("utf8"));
  if (view.unread.size > 0 && isBehindUnread(view, line.file)) passOver(view, record);
  if (!record)
    findings.add("no-record", where, view.seq + 1, "this line holds no record: it was changed or put there");
  else judgeLink(view, record, hash, where);
  view.tree.add(hash);
  view.records++;
  view.hash = hash;
  view.seq = record?.seq ?? view.seq + 1;
  if (view.mark?.state === "found" && view.mark.slot.seq === view.seq) view.markedHash = hash;
  view.file = line.file;
  view.lineNumber = line.lineNumber;
  view.size = line.offset + line.bytes.length + 1;
  if (record) {
    view.firstTime ||= record.time;
    view.lastTime = record.time;
    if (record.kind === "note") learn(view, record);
    if (record.payload) judgePayload(view, record, where);
  }
  return record;
}

/** Whether a file that cannot be read lies between the last record and this file. */
function isBehindUnread({ unread, file, lineNumber }: ChainView, next: number): boolean {
  const last = lineNumber === 0 ? 0 : file;
  return [...unread].some((number) => number > last && number < next);
}

function passOver(view: ChainView, record: AuditRecord | null): void {
  view.blind = true;
  if (record && record.seq > view.seq) [view.seq, view.hash] = [record.seq - 1, record.prev];
}

function judgeLink(
  { findings, chain, seq, hash, file, lineNumber }: ChainView,
  record: AuditRecord,
  own: string,
  where: string,
) {
  const expected = seq + 1;
  if (record.chain !== chain)
    findings.add("other-chain", where, record.seq, `this record belongs to the chain ${record.chain}`);
  if (record.seq === expected && record.prev === hash) return;
  if (record.seq === expected) {
    const before = seq === 0 ? "" : ` (${chain}/${recordsName(file)}:${lineNumber})`;
    const text = `record ${seq}${before} is not the one that was written, or record ${expected} does not belong behind it`;
    findings.add("changed", where, seq === 0 ? expected : seq, text);
  } else if (record.seq > expected) {
    const gone =
      record.seq === expected + 1 ? `record ${expected} is` : `records ${expected} to ${record.seq - 1} are`;
    findings.add("missing", where, expected, `${gone} missing before this one`);
  } else if (own === hash) {
    findings.add("duplicate", where, record.seq, `record ${record.seq} stands here twice`);
  } else {
    const text = `record ${record.seq} stands where record ${expected} belongs: it was moved, or something was put in before it`;
    findings.add("out-of-order", where, record.seq, text);
  }
}

function learn(view: ChainView, record: Extract<AuditRecord, { kind: "note" }>): void {
  const { note, seq, time, detail } = record;
  if (!isObject(detail)) return;
  if (note === "chain-opened" && seq === 1) {
    view.origin = String(detail.origin);
    view.keys.push({ key: String(detail.key), fromSeq: 1 });
    return;
  }
  if (note === "key-rotated") {
    const last = view.keys.at(-1);
    if (last) view.oldKeys.push(last.key);
    view.keys.push({ key: String(detail.after), fromSeq: seq });
  }
  if (note === "payload-erased") view.announcedErasures.add(`${detail.chain} ${detail.seq}`);
  if (note === "records-lost" && typeof detail.count === "number") view.lost += detail.count;
  if (view.remarks.length < mostRemarks) view.remarks.push({ note, seq, time, detail: told(detail) });
}

function told(detail: object): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ")
    .slice(0, 500);
}

function judgePayload(view: ChainView, { payload, seq }: AuditRecord, where: string): void {
  if (payload?.how !== "salted") return;
  const found = readPayload(view.folder, view.chain, payload);
  view.payloads++;
  if (found.state === "missing")
    view.findings.add(
      "payload-missing",
      where,
      seq,
      `the payload of record ${seq} is gone, and nobody erased it`,
    );
  else if (found.state === "changed" || (found.state === "erased" && found.seq !== seq))
    view.findings.add(
      "payload-changed",
      where,
      seq,
      `the payload of record ${seq} is not the one that was written`,
    );
  else if (found.state === "erased") view.erased.add(`${view.chain} ${seq}`);
}
