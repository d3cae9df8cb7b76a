import type { Writable } from "node:stream";
import { createLines, type LinesOptions } from "./lines.ts";
import { plainPaint } from "./paint.ts";
import { createPaper } from "./paper.ts";
import type { Show } from "./show.ts";

/** A Show for a stream that is no terminal: plain lines, no escape sequences, only ever added to. */
export function createPlainShow(stream: Writable, options: LinesOptions = {}): Show {
  return createLines(createPaper(stream), plainPaint, options);
}
