import type { TraceRecord } from "../../contract/trace.ts";
import { fileFacts } from "../../system/disk.ts";
import { traceFiles, traceLines, traceRecord } from "./records.ts";

/** How far a file has been read. */
interface Place {
  readonly inode: number;
  readonly size: number;
  readonly offset: number;
}

/** Reads a trace that is still being written: each call gives what has come since the last one, over midnight, and when a file was cut or replaced. */
export function traceFollower(stateFolder: string, since: number): () => Generator<TraceRecord> {
  const places = new Map<string, Place>();
  return function* () {
    for (const path of traceFiles(stateFolder, since)) {
      const facts = fileFacts(path);
      const before = places.get(path);
      if (!facts || (before?.inode === facts.inode && before.size === facts.size)) continue;
      const same = before?.inode === facts.inode && facts.size >= before.offset;
      let offset = same ? before.offset : 0;
      // Noted before the lines are given: whoever stops in the middle does not get them twice for ever.
      places.set(path, { ...facts, offset });
      for (const { bytes, offset: start, ended, tooLong } of traceLines(path, offset)) {
        if (tooLong) continue;
        // Half a line is read again when the rest of it is there.
        if (!ended) break;
        offset = start + bytes.length + 1;
        places.set(path, { ...facts, offset });
        const record = traceRecord(bytes.toString());
        if (record && record.at >= since) yield record;
      }
    }
  };
}
