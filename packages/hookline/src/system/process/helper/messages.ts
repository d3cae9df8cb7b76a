import { bounded } from "./batch-frame.ts";

/** The frame of a batch. */
export { batchFrame } from "./batch-frame.ts";
/** A command in a batch. */
export { commandText } from "./command-text.ts";

/**
 * What an engine and its helper say to each other, in frames (`frames.ts`). The first byte of a frame is its kind. Numbers have four bytes, the
 * lowest first; `f64` has eight. A text is its length, then its bytes. A list of texts is one text in which each item ends with a zero byte.
 *
 *   to the helper     1 batch      count of payloads, each as a text; count of commands, each: id, payload (which of them), deadline ms, grace ms,
 *                                  cap, flags (1: background), folder (text), arguments (list), environment (list of NAME=value)
 *                     2 deadline   id, ms from now on
 *                     3 cancel     id
 *   from the helper  16 hello      version, number of its process
 *                    17 started    id, number of the process, which leads a session and a group of its own
 *                    18 output     id, stream (one byte, 1 or 2), bytes: as they come, until `cap` bytes of the stream were sent
 *                    19 ended      id, how (one byte: 0 exit, 1 signal, 2 timeout, 3 cancelled), exit code or number of the signal, ms since the
 *                                  start (f64); for stdout and then stderr: all bytes that came (f64), the last 8 KiB of those beyond the cap
 *                                  (text); count of processes that are left, and their numbers
 *                    20 unstarted  id, errno
 *
 * Every command gets exactly one `ended` or `unstarted`, and nothing after it. When the socket closes, everything that runs is ended.
 */
export const version = 1;

/** What a helper says. */
export type Reply =
  | { readonly kind: "hello"; readonly version: number; readonly pid: number }
  | { readonly kind: "started"; readonly id: number; readonly pid: number }
  | {
      readonly kind: "output";
      readonly id: number;
      readonly stream: "stdout" | "stderr";
      readonly bytes: Buffer;
    }
  | {
      readonly kind: "ended";
      readonly id: number;
      readonly how: "exit" | "signal" | "timeout" | "cancelled";
      readonly code: number;
      readonly durationMs: number;
      readonly stdout: Beyond;
      readonly stderr: Beyond;
      readonly left: readonly number[];
    }
  | { readonly kind: "unstarted"; readonly id: number; readonly errno: number };

/** All bytes of a stream by number, and the last of those that were not sent as output. */
export interface Beyond {
  readonly bytes: number;
  readonly tail: Buffer;
}

const ends = ["exit", "signal", "timeout", "cancelled"] as const;

/** The frame that gives a command another deadline. */
export function deadlineFrame(id: number, ms: number): Buffer {
  const frame = Buffer.allocUnsafe(13);
  frame.writeUInt32LE(9, 0);
  frame.writeUInt8(2, 4);
  frame.writeUInt32LE(id, 5);
  frame.writeUInt32LE(bounded(ms), 9);
  return frame;
}

/** The frame that stops a command. */
export function cancelFrame(id: number): Buffer {
  const frame = Buffer.allocUnsafe(9);
  frame.writeUInt32LE(5, 0);
  frame.writeUInt8(3, 4);
  frame.writeUInt32LE(id, 5);
  return frame;
}

/** Reads what a helper says, which lies between two places; throws if it is nothing that a helper says. */
export function readReply(bytes: Buffer, from = 0, to = bytes.length): Reply {
  const room = to - from;
  if (room < leastReply) throw new Error(tooEarly);
  const id = bytes.readUInt32LE(from + 1);
  switch (bytes[from]) {
    case 16:
      return { kind: "hello", version: id, pid: second(bytes, from, room) };
    case 17:
      return { kind: "started", id, pid: second(bytes, from, room) };
    case 18:
      if (room < 6) throw new Error(tooEarly);
      return {
        kind: "output",
        id,
        stream: bytes[from + 5] === 1 ? "stdout" : "stderr",
        bytes: bytes.subarray(from + 6, to),
      };
    case 19:
      return readEnd(bytes, from, to, id);
    case 20:
      return { kind: "unstarted", id, errno: second(bytes, from, room) };
    default:
      throw new Error(`a helper says nothing of the kind ${bytes[from]}`);
  }
}

/** A kind and a number. */
const leastReply = 5;
const tooEarly = "a frame ends too early";

/** The number behind the first one. */
function second(bytes: Buffer, from: number, room: number): number {
  if (room < 9) throw new Error(tooEarly);
  return bytes.readUInt32LE(from + 5);
}

/** An end without texts, and nothing left. */
const leastEnd = 18 + 12 + 12 + 4;

function readEnd(bytes: Buffer, from: number, to: number, id: number): Reply {
  if (to - from < leastEnd) throw new Error(tooEarly);
  const how = ends[bytes[from + 5] ?? ends.length];
  if (!how) throw new Error("a process cannot end like that");
  const code = bytes.readUInt32LE(from + 6);
  const durationMs = bytes.readDoubleLE(from + 10);
  const stdout = beyond(bytes, from + 18, to);
  const between = from + 18 + 12 + stdout.tail.length;
  const stderr = beyond(bytes, between, to);
  const at = between + 12 + stderr.tail.length;
  if (at + 4 > to) throw new Error(tooEarly);
  const count = bytes.readUInt32LE(at);
  if (count > (to - at - 4) / 4) throw new Error(tooEarly);
  return { kind: "ended", id, how, code, durationMs, stdout, stderr, left: numbers(bytes, at + 4, count) };
}

function numbers(bytes: Buffer, at: number, count: number): readonly number[] {
  return count === 0 ? [] : Array.from({ length: count }, (_, index) => bytes.readUInt32LE(at + index * 4));
}

function beyond(frame: Buffer, at: number, to: number): Beyond {
  if (at + 12 > to) throw new Error(tooEarly);
  const bytes = frame.readDoubleLE(at);
  const length = frame.readUInt32LE(at + 8);
  if (length === 0) return bytes === 0 ? silent : { bytes, tail: silent.tail };
  if (length > to - at - 12) throw new Error(tooEarly);
  return { bytes, tail: frame.subarray(at + 12, at + 12 + length) };
}

const silent: Beyond = { bytes: 0, tail: Buffer.alloc(0) };
