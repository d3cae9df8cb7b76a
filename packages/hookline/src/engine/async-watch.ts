import { isObject } from "../contract/json.ts";

/** A first line longer than this is no request to go to the background. */
const longest = 4_096;

/** Watches the beginning of stdout for the line `{"async": true}`, with which a hook asks not to be waited for. */
export function asyncWatch(onAsync: () => void): (chunk: Uint8Array) => void {
  let line = "";
  let decided = false;
  const decoder = new TextDecoder();
  return (chunk) => {
    if (decided) return;
    line += decoder.decode(chunk, { stream: true });
    const end = line.indexOf("\n");
    decided = end !== -1 || line.length > longest || !"{ \n\t\r\uFEFF".includes(line[0] ?? "{");
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
