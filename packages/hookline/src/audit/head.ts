import { putByte, putText, type Sheet } from "../contract/canonical-bytes.ts";
import { noRecord } from "./record.ts";
import type { Seal } from "./seal.ts";

/**
 * What a chain's head says in one of its two slots. The first slot is the last record that was acknowledged, the second the last one
 * that was announced: written before its line, so that a line that nobody announced is seen. A record's two slots are the same bytes;
 * whoever copies one to the other's place only makes a record look missing that never came.
 */
export interface HeadSlot {
  /** Counts the writings of the head. */
  readonly count: number;
  /** Records up to and with this one; 0 before the first. */
  readonly seq: number;
  /** Its leaf hash. */
  readonly hash: string;
  readonly file: number;
  /** Bytes of the file with it. */
  readonly size: number;
  /** The size of the last checkpoint in the file of checkpoints. */
  readonly signed: number;
}

/** A slot as it was found. `torn`: it begins with the newer writing and ends with the older one, as a machine that stops leaves it. */
export type FoundSlot =
  | { readonly state: "whole" | "torn-end" | "unsealed"; readonly slot: HeadSlot }
  | { readonly state: "torn"; readonly count: number; readonly oldCount: number }
  | { readonly state: "edited" };

/** Bytes of one slot; a head has two. */
export const slotSize = 256;

/** What both slots say before the first record. */
export const emptySlot: HeadSlot = { count: 0, seq: 0, hash: noRecord, file: 1, size: 0, signed: 0 };

const shape =
  /^hookline-head (\d{12}) (\d{16}) ([0-9a-f]{64}) (\d{6,10}) (\d{16}) (\d{16}) ([0-9a-f]{64}) (\d{12}) *\n$/;

const [space, zero, newline] = [0x20, 0x30, 0x0a];

/** Writes a slot into its bytes: the count at both ends, the seal before the last. */
export function putSlot(bytes: Uint8Array, slot: HeadSlot, seal: Seal): void {
  const sheet: Sheet = { bytes, end: 0 };
  putSaying(sheet, slot);
  const sealed = seal.of(bytes.subarray(0, sheet.end));
  putByte(sheet, space);
  putText(sheet, sealed);
  putDigits(sheet, slot.count, 12);
  while (sheet.end < slotSize - 1) putByte(sheet, space);
  putByte(sheet, newline);
}

/** A slot as a text. */
export function slotText(slot: HeadSlot, seal: Seal): string {
  const bytes = Buffer.alloc(slotSize);
  putSlot(bytes, slot, seal);
  return bytes.toString("latin1");
}

function putSaying(sheet: Sheet, { count, seq, hash, file, size, signed }: HeadSlot): void {
  putText(sheet, "hookline-head");
  putDigits(sheet, count, 12);
  putDigits(sheet, seq, 16);
  putByte(sheet, space);
  putText(sheet, hash);
  putDigits(sheet, file, 6);
  putDigits(sheet, size, 16);
  putDigits(sheet, signed, 16);
}

/** A space and so many digits; more where a number has more. */
function putDigits(sheet: Sheet, value: number, least: number): void {
  const digits = String(value);
  putByte(sheet, space);
  for (let zeros = least - digits.length; zeros > 0; zeros--) putByte(sheet, zero);
  putText(sheet, digits);
}

/** Reads a slot; without a seal nobody can tell whether it was edited, and it is believed. */
export function readSlot(text: string, seal: Seal | null): FoundSlot {
  const found = shape.exec(text);
  if (!found || text.length !== slotSize) return { state: "edited" };
  const [, first, seq, hash = "", file, size, signed, sealed = "", last] = found.map(String);
  const [count, oldCount] = [Number(first), Number(last)];
  const slot = {
    count,
    seq: Number(seq),
    hash,
    file: Number(file),
    size: Number(size),
    signed: Number(signed),
  };
  if (count < oldCount) return { state: "edited" };
  const said: Sheet = { bytes: Buffer.alloc(slotSize), end: 0 };
  putSaying(said, slot);
  if (seal && !seal.holds(said.bytes.subarray(0, said.end), sealed))
    return count === oldCount ? { state: "edited" } : { state: "torn", count, oldCount };
  if (count > oldCount) return { state: "torn-end", slot };
  return { state: seal ? "whole" : "unsealed", slot };
}
