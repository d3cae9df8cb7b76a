import { isObject, type JsonObject, jsonOf } from "../contract/json.ts";

/** A first line longer than this is no request to go to the background. */
const longest = 4_096;

/** Watches the beginning of stdout for the line `{"async": true}`, with which a hook asks not to be waited for, and tells how long it wants to take. */
export function asyncWatch(onAsync: (timeout: number | null) => void): (chunk: Uint8Array) => void {
  let line = "";
  let decided = false;
  return (chunk) => {
    if (decided) return;
    if (line === "" && endsSoon(chunk)) {
      decided = true;
      return;
    }
    // What matters is ASCII: a character that is cut in two makes the line another one, as it should.
    line += Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, longest)).toString("latin1");
    const end = line.indexOf("\n");
    decided = end !== -1 || line.length >= longest || !/^[\s{]/.test(line);
    const asked = end === -1 ? null : asyncLine(line.slice(0, end));
    if (asked) onAsync(typeof asked.asyncTimeout === "number" ? asked.asyncTimeout : null);
  };
}

/** The shortest line that asks for it has so many characters. */
const shortest = '{"async":true}'.length;

/** True if the first line of a chunk is over before it can have asked for anything: so nearly every answer is told apart without reading it. */
function endsSoon(chunk: Uint8Array): boolean {
  const most = Math.min(chunk.length, shortest);
  for (let at = 0; at < most; at++) if (chunk[at] === 10) return true;
  return false;
}

/** The object of a line that says `"async": true`; null for every other line. */
function asyncLine(line: string): JsonObject | null {
  if (!line.includes("async")) return null;
  const value = jsonOf(line);
  return isObject(value) && value.async === true ? value : null;
}

/** What a hook printed after the line that sent it to the background. */
export function afterAsyncLine(text: string): string {
  const end = text.indexOf("\n");
  return end !== -1 && asyncLine(text.slice(0, end)) ? text.slice(end + 1) : text;
}
