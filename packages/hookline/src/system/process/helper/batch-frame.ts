import type { CommandText } from "./command-text.ts";

/** Payloads up to this size are copied into one piece with the rest: one piece is written faster than many. */
const smallFrame = 64 * 1024;

/** The longest time, and the most bytes, that can be said. */
const most = 0xffff_ffff;

/** The numbers of a command before its texts, and those before each of them. */
const numbersSize = 6 * 4;
const betweenSize = 3 * 4;

/** A batch as the pieces of one frame, large payloads as they are. */
export function batchFrame(
  payloads: readonly Uint8Array[],
  commands: readonly CommandText[],
): readonly Uint8Array[] {
  const payloadsSize = payloads.reduce((sum, { length }) => sum + 4 + length, 0);
  const commandsSize = commands.reduce((sum, command) => sum + commandSize(command), 4);
  const length = 5 + payloadsSize + commandsSize;
  const isSmall = length <= smallFrame;
  const head = Buffer.allocUnsafe(isSmall ? 4 + length : 9);
  put(head, 0, length);
  head[4] = 1;
  put(head, 5, payloads.length);
  if (!isSmall) return [head, ...payloads.flatMap(pieces), commandsPiece(commands, commandsSize)];
  let at = 9;
  for (const payload of payloads) {
    put(head, at, payload.length);
    head.set(payload, at + 4);
    at += 4 + payload.length;
  }
  writeCommands(head, at, commands);
  return [head];
}

function pieces(payload: Uint8Array): readonly Uint8Array[] {
  const length = Buffer.allocUnsafe(4);
  put(length, 0, payload.length);
  return [length, payload];
}

function commandsPiece(commands: readonly CommandText[], size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  writeCommands(bytes, 0, commands);
  return bytes;
}

function commandSize({ cwdSize, programSize, envSize }: CommandText): number {
  return numbersSize + betweenSize + cwdSize + programSize + envSize;
}

function writeCommands(bytes: Buffer, from: number, commands: readonly CommandText[]): void {
  put(bytes, from, commands.length);
  let at = from + 4;
  for (const one of commands) {
    const { command, cwdSize, programSize, envSize } = one;
    put(bytes, at, one.id);
    put(bytes, at + 4, one.payload);
    put(bytes, at + 8, bounded(command.deadlineMs));
    put(bytes, at + 12, bounded(command.graceMs));
    put(bytes, at + 16, bounded(command.cap));
    put(bytes, at + 20, command.background ? 1 : 0);
    put(bytes, at + 24, cwdSize);
    at += 28;
    bytes.write(one.text, at, "utf8");
    put(bytes, at + cwdSize, programSize);
    put(bytes, at + cwdSize + 4 + programSize, envSize);
    at += cwdSize + 4 + programSize + 4 + envSize;
  }
}

/** Writes a number of four bytes, the lowest first. */
function put(bytes: Buffer, at: number, value: number): void {
  bytes[at] = value & 0xff;
  bytes[at + 1] = (value >>> 8) & 0xff;
  bytes[at + 2] = (value >>> 16) & 0xff;
  bytes[at + 3] = value >>> 24;
}

/** A number of milliseconds or bytes as it can be said. */
export function bounded(value: number): number {
  return Math.max(0, Math.min(Math.ceil(value), most));
}
