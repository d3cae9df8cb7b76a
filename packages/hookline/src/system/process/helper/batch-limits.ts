import type { CommandBatch } from "../../../contract/process.ts";

/** What would fill a frame goes the direct way: payloads of this size are rare, and copied once at most there. */
export function isTooLarge({ payloads, commands }: CommandBatch): boolean {
  let size = 0;
  for (const payload of payloads) size += payload.length;
  return size > largestPayloads || commands.length > mostCommands;
}

const largestPayloads = 16 * 1024 * 1024;
const mostCommands = 256;
/** More arguments and variables than this are close to what the system allows: it says so best itself. */
export const largestCommand = 128 * 1024;
