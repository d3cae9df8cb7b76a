/** Payloads up to this size are copied into one piece with the rest: one piece is written faster than many. */
const smallFrame = 64 * 1024;

/** A batch as the pieces of one frame, large payloads as they are. */
export function batchFrame(
  payloads: readonly Uint8Array[],
  commands: readonly Uint8Array[],
): readonly Uint8Array[] {
  let length = 1 + 4 + 4;
  for (const payload of payloads) length += 4 + payload.length;
  for (const command of commands) length += command.length;
  if (length > smallFrame) return piecesOf(payloads, commands, length);
  const frame = Buffer.allocUnsafe(length + 4);
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  view.setUint32(0, length, true);
  view.setUint8(4, 1);
  view.setUint32(5, payloads.length, true);
  let at = 9;
  for (const payload of payloads) {
    view.setUint32(at, payload.length, true);
    frame.set(payload, at + 4);
    at += 4 + payload.length;
  }
  view.setUint32(at, commands.length, true);
  at += 4;
  for (const command of commands) {
    frame.set(command, at);
    at += command.length;
  }
  return [frame];
}

function piecesOf(
  payloads: readonly Uint8Array[],
  commands: readonly Uint8Array[],
  length: number,
): readonly Uint8Array[] {
  const head = Buffer.allocUnsafe(9);
  head.writeUInt32LE(length, 0);
  head.writeUInt8(1, 4);
  head.writeUInt32LE(payloads.length, 5);
  const pieces: Uint8Array[] = [head];
  for (const payload of payloads) pieces.push(number(payload.length), payload);
  pieces.push(number(commands.length), ...commands);
  return pieces;
}

function number(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
