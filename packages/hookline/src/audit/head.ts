import { noRecord } from "./record.ts";
import type { Seal } from "./seal.ts";

/**
 * What a chain's head says in one of its two slots. The first slot is the last record that was acknowledged, the second the last one
 * that was announced: written before its line, so that a line that nobody announced is seen.
 */
export interface HeadSlot {
  /** Counts the writings of this slot. */
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

/** A slot as it was found. `torn`: half of it is older, as a machine that stops in the middle leaves it. */
export type FoundSlot =
  | { readonly state: "whole" | "torn-end" | "unsealed"; readonly slot: HeadSlot }
  | { readonly state: "torn" | "edited" };

/** Bytes of one slot; a head has two. */
export const slotSize = 256;

/** What both slots say before the first record. */
export const emptySlot: HeadSlot = { count: 0, seq: 0, hash: noRecord, file: 1, size: 0, signed: 0 };

const shape =
  /^hookline-head (\d{12}) (\d{16}) ([0-9a-f]{64}) (\d{6,10}) (\d{16}) (\d{16}) ([0-9a-f]{64}) (\d{12}) *\n$/;
const counters = /^hookline-head (\d{12}) .* (\d{12}) *\n$/s;

/** The bytes of a slot: the count at both ends, the seal before the last. */
export function slotText(slot: HeadSlot, seal: Seal, place: "acknowledged" | "announced"): string {
  const count = digits(slot.count, 12);
  const said = `hookline-head ${count} ${fields(slot)}`;
  return `${`${said} ${seal.of(`${place} ${said}`)} ${count}`.padEnd(slotSize - 1)}\n`;
}

function fields({ seq, hash, file, size, signed }: HeadSlot): string {
  return `${digits(seq, 16)} ${hash} ${digits(file, 6)} ${digits(size, 16)} ${digits(signed, 16)}`;
}

function digits(value: number, width: number): string {
  return String(value).padStart(width, "0");
}

/** Reads a slot; without a seal nobody can tell whether it was edited, and it is believed. */
export function readSlot(text: string, seal: Seal | null, place: "acknowledged" | "announced"): FoundSlot {
  const found = shape.exec(text);
  const [, first = "", last = ""] = counters.exec(text) ?? [];
  const torn = first !== last && text.length === slotSize && isHalfWritten(first, last);
  if (!found || text.length !== slotSize) return { state: torn ? "torn" : "edited" };
  const [, , seq, hash = "", file, size, signed, sealed = ""] = found;
  const slot = {
    count: Number(first),
    seq: Number(seq),
    hash,
    file: Number(file),
    size: Number(size),
    signed: Number(signed),
  };
  const holds = seal?.holds(`${place} hookline-head ${first} ${fields(slot)}`, sealed) ?? null;
  if (holds === false) return { state: torn ? "torn" : "edited" };
  if (first !== last) return torn ? { state: "torn-end", slot } : { state: "edited" };
  return { state: holds === null ? "unsealed" : "whole", slot };
}

/** Of the two counts in a slot that was half written, the last is the one before the first, or they differ inside one of them. */
function isHalfWritten(first: string, last: string): boolean {
  const older = last;
  const newer = digits(Number(last) + 1, 12);
  for (let cut = 0; cut <= older.length; cut++) {
    if (first === newer.slice(0, cut) + older.slice(cut)) return true;
    const before = digits(Number(first) - 1, 12);
    if (last === first.slice(0, cut) + before.slice(cut)) return true;
  }
  return false;
}
