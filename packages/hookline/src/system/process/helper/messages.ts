import type { Command } from "../../../contract/process.ts";

/** The frame of a batch. */
export { batchFrame } from "./batch-frame.ts";

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

/** The longest time that can be said. */
const longestMs = 0xffff_ffff;

/** Where a command is put together before its bytes are copied; what is larger gets room of its own. */
const workbench = Buffer.allocUnsafeSlow(64 * 1024);
const workbenchView = new DataView(workbench.buffer);

/** A command as a batch holds it; null if it cannot be said: a text of it holds a zero byte. */
export function commandBytes(id: number, command: Command): Buffer | null {
  const { argv, env, cwd, payload, deadlineMs, graceMs, cap, background } = command;
  const program = listOf(argv);
  const variables = variablesOf(env);
  if (program === null || variables === null || cwd.includes("\0")) return null;
  // A character has three bytes at most.
  const most = 9 * 4 + 3 * (cwd.length + program.length + variables.length);
  const bytes = most <= workbench.length ? workbench : Buffer.allocUnsafeSlow(most);
  const view = bytes === workbench ? workbenchView : new DataView(bytes.buffer);
  view.setUint32(0, id, true);
  view.setUint32(4, payload, true);
  view.setUint32(8, bounded(deadlineMs), true);
  view.setUint32(12, bounded(graceMs), true);
  view.setUint32(16, bounded(cap), true);
  view.setUint32(20, background ? 1 : 0, true);
  let at = 24;
  for (const text of [cwd, program, variables]) {
    const length = bytes.write(text, at + 4);
    view.setUint32(at, length, true);
    at += 4 + length;
  }
  return Buffer.from(bytes.subarray(0, at));
}

function variablesOf(env: Command["env"]): string | null {
  let list = "";
  for (const name in env) {
    const value = env[name] ?? "";
    if (name.includes("\0") || value.includes("\0")) return null;
    list += `${name}=${value}\0`;
  }
  return list;
}

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

/** Reads what a helper says; throws if it is nothing that a helper says. */
export function readReply(frame: Buffer): Reply {
  const id = frame.readUInt32LE(1);
  switch (frame.readUInt8(0)) {
    case 16:
      return { kind: "hello", version: id, pid: frame.readUInt32LE(5) };
    case 17:
      return { kind: "started", id, pid: frame.readUInt32LE(5) };
    case 18:
      return {
        kind: "output",
        id,
        stream: frame.readUInt8(5) === 1 ? "stdout" : "stderr",
        bytes: frame.subarray(6),
      };
    case 19:
      return readEnd(frame, id);
    case 20:
      return { kind: "unstarted", id, errno: frame.readUInt32LE(5) };
    default:
      throw new Error(`a helper says nothing of the kind ${frame.readUInt8(0)}`);
  }
}

function readEnd(frame: Buffer, id: number): Reply {
  const how = ends[frame.readUInt8(5)];
  if (!how) throw new Error("a process cannot end like that");
  const code = frame.readUInt32LE(6);
  const durationMs = frame.readDoubleLE(10);
  const stdout = beyond(frame, 18);
  const between = 18 + 12 + stdout.tail.length;
  const stderr = beyond(frame, between);
  const at = between + 12 + stderr.tail.length;
  const count = frame.readUInt32LE(at);
  if (count > (frame.length - at - 4) / 4) throw new Error("a frame ends too early");
  const left =
    count === 0 ? [] : Array.from({ length: count }, (_, index) => frame.readUInt32LE(at + 4 + index * 4));
  return { kind: "ended", id, how, code, durationMs, stdout, stderr, left };
}

function beyond(frame: Buffer, at: number): Beyond {
  const bytes = frame.readDoubleLE(at);
  const length = frame.readUInt32LE(at + 8);
  if (length === 0) return bytes === 0 ? silent : { bytes, tail: silent.tail };
  const tail = frame.subarray(at + 12, at + 12 + length);
  if (tail.length !== length) throw new Error("a frame ends too early");
  return { bytes, tail };
}

const silent: Beyond = { bytes: 0, tail: Buffer.alloc(0) };

function listOf(items: readonly string[]): string | null {
  let list = "";
  for (const item of items) {
    if (item.includes("\0")) return null;
    list += `${item}\0`;
  }
  return list;
}

function bounded(value: number): number {
  return Math.max(0, Math.min(Math.ceil(value), longestMs));
}
