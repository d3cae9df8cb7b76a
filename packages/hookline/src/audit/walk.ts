import { readLines } from "../system/lines.ts";
import type { ChainEdge } from "./frontier-file.ts";
import { listFiles, recordsPath } from "./places.ts";
import { longestLine } from "./record.ts";

/** A line of a chain's files as it stands there, record or not. */
export interface RawLine {
  readonly file: number;
  readonly lineNumber: number;
  /** Good until the next line is asked for. */
  readonly bytes: Buffer;
  readonly offset: number;
  readonly ended: boolean;
  readonly tooLong: boolean;
}

/** Every line of a chain's files in order, from where an edge ends, or from the first. */
export function* walkLines(
  folder: string,
  chain: string,
  from?: Pick<ChainEdge, "file" | "offset">,
  without: ReadonlySet<number> = new Set(),
): Generator<RawLine> {
  for (const file of listFiles(folder, chain)) {
    if (file < (from?.file ?? 0) || without.has(file)) continue;
    const offset = file === from?.file ? from.offset : 0;
    let lineNumber = 0;
    for (const line of readLines(recordsPath(folder, chain, file), { offset, longest: longestLine }))
      yield { ...line, file, lineNumber: ++lineNumber };
  }
}
