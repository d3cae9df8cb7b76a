import { readLines } from "../system/lines.ts";
import { listFiles, recordsName, recordsPath } from "./places.ts";
import { type AuditRecord, longestLine, parseRecord } from "./record.ts";

/** Where the reading of a chain goes on. */
export interface ReadPosition {
  /** The number of the file. */
  readonly file: number;
  /** Bytes of it that have been read. */
  readonly offset: number;
}

/** One record of a chain, and where it stands. */
export interface ChainLine {
  /** The exact text on the disk, without the newline. */
  readonly line: string;
  readonly record: AuditRecord;
  /** The name of its file: `000001.jsonl`. */
  readonly file: string;
  /** From 1. It counts from where the reading began if that was a position. */
  readonly lineNumber: number;
  readonly offset: number;
  /** Where the next record begins: what a reader that comes again gives as `at`. */
  readonly next: ReadPosition;
}

/** Where a reader begins; without it, at the first record. */
export interface ReadFrom {
  /** The first record that is wanted. */
  readonly fromSeq?: number;
  /** Where an earlier reading ended: nothing before it is read again. */
  readonly at?: ReadPosition;
}

/** The records of a chain in order, in flat memory; lines that hold no record, and a torn last one, are left out: `verifyChain` names them. */
export function* readChain(folder: string, chain: string, from: ReadFrom = {}): Generator<ChainLine> {
  const { fromSeq = 1, at } = from;
  const files = listFiles(folder, chain).filter((number) => number >= (at?.file ?? 0));
  const first = at ? 0 : firstFile(folder, chain, files, fromSeq);
  for (const number of files.slice(first)) {
    const offset = number === at?.file ? at.offset : 0;
    let lineNumber = 0;
    for (const found of readLines(recordsPath(folder, chain, number), { offset, longest: longestLine })) {
      lineNumber++;
      if (!found.ended || found.tooLong) continue;
      const line = found.bytes.toString("utf8");
      const record = parseRecord(line);
      if (!record || record.seq < fromSeq) continue;
      const next = { file: number, offset: found.offset + found.bytes.length + 1 };
      yield { line, record, file: recordsName(number), lineNumber, offset: found.offset, next };
    }
  }
}

/** The last file whose first record is not behind the wanted one. */
function firstFile(folder: string, chain: string, files: readonly number[], fromSeq: number): number {
  for (let place = files.length - 1; place > 0; place--) {
    const [first] = readLines(recordsPath(folder, chain, files[place] ?? 0), { longest: longestLine });
    const record = first && parseRecord(first.bytes.toString("utf8"));
    if (record && record.seq <= fromSeq) return place;
  }
  return 0;
}
