import { isObject } from "../contract/json.ts";

/** A first line longer than this is no request to go to the background. */
const longest = 4_096;

/** Watches the beginning of stdout for the line `{"async": true}`, with which a hook asks not to be waited for. */
export function asyncWatch(onAsync: () => void): (chunk: Uint8Array) => void {
  let line = "";
  let decided = false;
  return (chunk) => {
    if (decided) return;
    // What matters is ASCII: a character that is cut in two makes the line another one, as it should.
    line += Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, longest)).toString("latin1");
    const end = line.indexOf("\n");
    decided = end !== -1 || line.length >= longest || !/^[\s{]/.test(line);
    if (end !== -1 && isAsyncLine(line.slice(0, end))) onAsync();
  };
}

/** True for an object that says `"async": true`. */
export function isAsyncLine(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) && value.async === true;
  } catch {
    return false;
  }
}

/** What a hook printed after the line that sent it to the background. */
export function afterAsyncLine(text: string): string {
  const end = text.indexOf("\n");
  return end !== -1 && isAsyncLine(text.slice(0, end)) ? text.slice(end + 1) : text;
}
