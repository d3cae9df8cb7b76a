import { join } from "node:path";
import { isObject, jsonOf } from "../../contract/json.ts";
import { type TraceRecord, traceSteps } from "../../contract/trace.ts";
import { isOdd } from "../../system/disk.ts";
import { errorCode } from "../../system/error-code.ts";
import { folderObstacle, ownAgain } from "../../system/folder-obstacle.ts";
import { folderNames } from "../../system/folders.ts";
import { type FileLine, readLines } from "../../system/lines.ts";
import { quoted } from "../../system/safe-file.ts";
import { UsageError } from "../verb.ts";

const dayMs = 86_400_000;

/** The files of the trace, the oldest first: one a day, and only those that may hold what happened since. */
export function traceFiles(stateFolder: string, since = 0): readonly string[] {
  const folder = join(stateFolder, "trace");
  const days = namesOf(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name));
  const inTime = days.filter((name) => Date.parse(name.slice(0, 10)) + dayMs > since);
  return inTime.sort().map((name) => join(folder, name));
}

/** A folder that somebody else owns, after a call as root, is not one in which nothing was written. */
function namesOf(folder: string): readonly string[] {
  try {
    return folderNames(folder);
  } catch (error) {
    const why = `cannot be read (${errorCode(error) || String(error)})`;
    const mend = folderObstacle(folder)?.mend ?? ownAgain(folder);
    throw new UsageError(`${folder} ${why}, so the trace cannot be told; ${mend}`);
  }
}

/** The records of the trace since a moment, the oldest first, in flat memory; lines that are none are passed over. */
export function* traceRecords(stateFolder: string, since = 0): Generator<TraceRecord> {
  for (const file of traceFiles(stateFolder, since)) {
    for (const { bytes, tooLong } of traceLines(file)) {
      const record = tooLong ? null : traceRecord(bytes.toString());
      if (record && record.at >= since) yield record;
    }
  }
}

/** The lines of a file of the trace; one that is gone has none, and one that cannot be read is said to be so. */
export function* traceLines(file: string, offset = 0): Generator<FileLine> {
  try {
    yield* readLines(file, { offset });
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return;
    const mend =
      code === "EACCES"
        ? `chmod u+r ${quoted(file)}`
        : `move it away: mv ${quoted(file)} ${quoted(`${file}.odd`)}`;
    const why = isOdd(error) ? "is no regular file" : `cannot be read (${code || String(error)})`;
    throw new UsageError(`${file} ${why}, so the trace cannot be told; ${mend}`);
  }
}

/** The record that a line of the trace holds; null if it holds none. */
export function traceRecord(line: string): TraceRecord | null {
  const value = jsonOf(line);
  if (!isObject(value)) return null;
  const { at, level, eventId, step: named, data } = value;
  const step = traceSteps.find((one) => one === named);
  if (typeof at !== "number" || typeof eventId !== "string" || !step || !isObject(data)) return null;
  const known = level === "info" || level === "warn" || level === "error" ? level : "debug";
  return { at, level: known, eventId, step, data };
}
