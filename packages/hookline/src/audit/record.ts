import { hash } from "node:crypto";
import type { AuditEntry } from "../contract/audit.ts";
import { isObject, type JsonObject, jsonOf } from "../contract/json.ts";
import type { LeftOut } from "./shorten.ts";

/** What a record says of its payload: never the payload itself, so that it can be erased. */
export interface PayloadReference {
  /** `salted`: SHA-256 of the salt in the payload's file and of the payload; `keyed`: HMAC-SHA-256 of a payload that was not kept. */
  readonly how: "salted" | "keyed";
  readonly digest: string;
  /** Bytes of the payload as canonical JSON. */
  readonly size: number;
}

/** Where a record stands. */
export interface RecordPlace {
  readonly v: 1;
  readonly chain: string;
  /** From 1, without gaps: a checkpoint of size n covers the records 1 to n. */
  readonly seq: number;
  /** The leaf hash of the record before; 64 zeros in the first. */
  readonly prev: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly time: string;
  /** Milliseconds of the machine's clock that nobody can set. */
  readonly mono: number;
  /** Tells which start of the machine `mono` counts from; empty where the system does not tell. */
  readonly boot: string;
  readonly payload: PayloadReference | null;
  /** Lists of which only the beginning is here: the record would have been too long. */
  readonly leftOut?: readonly LeftOut[];
}

/** A record as it is on the disk: one line of canonical JSON (RFC 8785). */
export type AuditRecord = RecordPlace & AuditEntry;

/** What `prev` is in the first record. */
export const noRecord = "0".repeat(64);

/** No line of a chain is longer. */
export const longestLine = 1024 * 1024;

let scratch = Buffer.alloc(4096);

/** The leaf hash of RFC 6962: SHA-256 of a zero byte and the line without its newline, in hexadecimal digits. */
export function leafHash(line: Uint8Array | string): string {
  const bytes = typeof line === "string" ? Buffer.from(line) : line;
  if (scratch.length <= bytes.length) scratch = Buffer.alloc(bytes.length * 2);
  scratch.set(bytes, 1);
  return hash("sha256", scratch.subarray(0, bytes.length + 1), "hex");
}

/** The record that a line holds; null if it holds none. */
export function parseRecord(line: string): AuditRecord | null {
  const value: unknown = jsonOf(line);
  return isRecord(value) ? value : null;
}

function isRecord(value: unknown): value is AuditRecord {
  if (!isObject(value)) return false;
  const { v, chain, seq, prev, time, mono, boot, kind, payload } = value;
  if (v !== 1 || typeof chain !== "string" || typeof prev !== "string" || typeof time !== "string")
    return false;
  if (typeof seq !== "number" || !Number.isSafeInteger(seq) || seq < 1) return false;
  if (typeof mono !== "number" || typeof boot !== "string") return false;
  if (payload !== null && !(isObject(payload) && isReference(payload))) return false;
  return kind === "decision" || kind === "execution" || (kind === "note" && isNote(value));
}

function isReference({ how, digest, size }: JsonObject): boolean {
  if (how !== "salted" && how !== "keyed") return false;
  return typeof digest === "string" && /^[0-9a-f]{64}$/.test(digest) && typeof size === "number";
}

function isNote({ note, detail }: JsonObject): boolean {
  return typeof note === "string" && isObject(detail);
}
