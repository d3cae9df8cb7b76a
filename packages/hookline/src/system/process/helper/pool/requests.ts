import type { Command } from "../../../../contract/process.ts";

/** A command as it was sent, under the number that its answers carry. */
export interface SentRequest {
  readonly id: number;
  readonly command: Command;
  readonly payload: Uint8Array;
}

/** What an engine asks of a helper. */
export type Request =
  | { readonly kind: "batch"; readonly commands: readonly SentRequest[] }
  | { readonly kind: "deadline"; readonly id: number; readonly ms: number }
  | { readonly kind: "cancel"; readonly id: number };

/** Reads what an engine asks; throws if it is nothing that an engine asks. */
export function readRequest(frame: Buffer): Request {
  const reader = createReader(frame);
  const request = readKind(reader);
  if (!reader.isAtEnd()) throw new Error("a frame is too long");
  return request;
}

function readKind(reader: Reader): Request {
  const kind = reader.byte();
  switch (kind) {
    case 1:
      return readBatch(reader);
    case 2:
      return { kind: "deadline", id: reader.number(), ms: reader.number() };
    case 3:
      return { kind: "cancel", id: reader.number() };
    default:
      throw new Error(`nothing of the kind ${kind} is asked of a helper`);
  }
}

function readBatch(reader: Reader): Request {
  const payloads = repeat(reader, 4, () => reader.bytes());
  return { kind: "batch", commands: repeat(reader, 9 * 4, () => readCommand(reader, payloads)) };
}

function readCommand(reader: Reader, payloads: readonly Uint8Array[]): SentRequest {
  const id = reader.number();
  const index = reader.number();
  const deadlineMs = reader.number();
  const graceMs = reader.number();
  const cap = reader.number();
  const background = (reader.number() & 1) === 1;
  const cwd = reader.bytes().toString();
  const [program, ...rest] = readList(reader.bytes());
  if (program === undefined) throw new Error("a command has no program");
  // Without a prototype: a variable may be called __proto__.
  const env: { [name: string]: string } = Object.create(null);
  for (const variable of readList(reader.bytes())) {
    const at = variable.indexOf("=");
    if (at < 1) throw new Error("a variable has no name");
    env[variable.slice(0, at)] = variable.slice(at + 1);
  }
  const payload = payloads[index] ?? nothing;
  const argv = [program, ...rest] as const;
  return { id, payload, command: { argv, env, cwd, payload: index, deadlineMs, graceMs, cap, background } };
}

const nothing = new Uint8Array(0);

/** So many things, as the next number says; each has at least `least` bytes, so that the number can be judged before room is made. */
function repeat<T>(reader: Reader, least: number, read: () => T): readonly T[] {
  const count = reader.number();
  if (count * least > reader.rest()) throw new Error("a frame ends too early");
  return Array.from({ length: count }, read);
}

/** The items of a list, each of which ends with a zero byte. */
function readList(bytes: Buffer): readonly string[] {
  const items = bytes.toString().split("\0");
  if (items.pop() !== "") throw new Error("a list does not end");
  return items;
}

interface Reader {
  byte(): number;
  number(): number;
  bytes(): Buffer;
  rest(): number;
  isAtEnd(): boolean;
}

function createReader(frame: Buffer): Reader {
  let at = 0;
  function take(count: number): number {
    const start = at;
    if (frame.length - start < count) throw new Error("a frame ends too early");
    at += count;
    return start;
  }
  const number = () => frame.readUInt32LE(take(4));
  return {
    byte: () => frame.readUInt8(take(1)),
    number,
    bytes() {
      const length = number();
      const start = take(length);
      return frame.subarray(start, start + length);
    },
    rest: () => frame.length - at,
    isAtEnd: () => at === frame.length,
  };
}
