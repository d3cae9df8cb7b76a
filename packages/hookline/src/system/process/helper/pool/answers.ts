import { version } from "../messages.ts";

/** One stream of a command that has ended: all its bytes by number, and the last of those that were not sent. */
export interface StreamEnd {
  readonly bytes: number;
  readonly tail: Uint8Array;
}

const headSize = 9;

/** The frame that says hello. */
export function helloFrame(pid: number): Buffer {
  const frame = startFrame(16, 8, version);
  frame.writeUInt32LE(pid, headSize);
  return frame;
}

/** The frame that says which process a command has. */
export function startedFrame(id: number, pid: number): Buffer {
  const frame = startFrame(17, 8, id);
  frame.writeUInt32LE(pid, headSize);
  return frame;
}

/** The frame with output, which is copied. */
export function outputFrame(id: number, stream: "stdout" | "stderr", chunk: Uint8Array): Buffer {
  const frame = startFrame(18, 5 + chunk.length, id);
  frame.writeUInt8(stream === "stdout" ? 1 : 2, headSize);
  frame.set(chunk, headSize + 1);
  return frame;
}

/** The frame that says how a command ended: `how` and `code` as in the messages. */
export function endedFrame(
  id: number,
  { how, code }: { readonly how: number; readonly code: number },
  durationMs: number,
  streams: readonly [stdout: StreamEnd, stderr: StreamEnd],
  left: readonly number[],
): Buffer {
  const [stdout, stderr] = streams;
  const size = 4 + 1 + 4 + 8 + 2 * 12 + stdout.tail.length + stderr.tail.length + 4 + 4 * left.length;
  const frame = startFrame(19, size, id);
  let at = frame.writeUInt8(how, headSize);
  at = frame.writeUInt32LE(code, at);
  at = frame.writeDoubleLE(durationMs, at);
  for (const { bytes, tail } of streams) {
    at = frame.writeDoubleLE(bytes, at);
    at = frame.writeUInt32LE(tail.length, at);
    frame.set(tail, at);
    at += tail.length;
  }
  at = frame.writeUInt32LE(left.length, at);
  for (const pid of left) at = frame.writeUInt32LE(pid, at);
  return frame;
}

/** The frame that says that a command could not be started. */
export function unstartedFrame(id: number, errno: number): Buffer {
  const frame = startFrame(20, 8, id);
  frame.writeUInt32LE(errno, headSize);
  return frame;
}

/** A frame of a kind whose body, the number included, has so many bytes. */
function startFrame(kind: number, size: number, first: number): Buffer {
  const frame = Buffer.allocUnsafe(4 + 1 + size);
  frame.writeUInt32LE(1 + size, 0);
  frame.writeUInt8(kind, 4);
  frame.writeUInt32LE(first, 5);
  return frame;
}
