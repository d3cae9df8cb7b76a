import { hash, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { putCanonical, putText, type Sheet } from "../contract/canonical-bytes.ts";
import { canonicalJson, isObject, type Json } from "../contract/json.ts";
import { type Disk, ownFolder } from "../system/disk.ts";
import { readSafe } from "../system/safe-file.ts";
import type { PayloadReference } from "./record.ts";
import type { Seal } from "./seal.ts";

/**
 * A payload is never in the chain. `full` keeps it beside the chain with a salt: when its file is erased the salt is gone too, and the
 * digest in the record says nothing about what it was. `digest` keeps nothing, so there is no place for a salt: the digest is made
 * with a secret key, for a plain one could be found by trying the few payloads that it may have been.
 */
export function referTo(payload: Json, seal: Seal): PayloadReference {
  const sheet: Sheet = { bytes: usualRoom, end: 0 };
  putText(sheet, "payload ");
  const start = sheet.end;
  putCanonical(sheet, payload);
  return { how: "keyed", digest: seal.of(sheet.bytes.subarray(0, sheet.end)), size: sheet.end - start };
}

/** Most payloads fit into this. */
const usualRoom = Buffer.alloc(16 * 1024);

/** Files that are longer are not read again. */
const longestPayload = 7 * 1024 * 1024;

/** Writes a payload beside the chain and gives what its record says of it; one of more than 7 MiB is only digested. */
export function keepPayload(
  folder: string,
  chain: string,
  payload: Json,
  { disk, sync, seal }: { readonly disk: Disk; readonly sync: boolean; readonly seal: Seal },
): PayloadReference {
  const text = canonicalJson(payload);
  if (text.length * 3 > longestPayload && Buffer.byteLength(text) > longestPayload)
    return referTo(payload, seal);
  const salt = randomBytes(16).toString("hex");
  const reference = { how: "salted", digest: digestOf(salt, text), size: Buffer.byteLength(text) } as const;
  const path = payloadPath(folder, chain, reference);
  ownFolder(dirname(dirname(path)));
  ownFolder(dirname(path));
  const fd = disk.open(path, "create");
  try {
    const bytes = Buffer.from(fileText(salt, text));
    if (disk.append(fd, bytes) < bytes.length) throw new Error(`${path} could not be written whole`);
    if (sync) disk.sync(fd);
  } catch (error) {
    disk.remove(path);
    throw error;
  } finally {
    disk.close(fd);
  }
  return reference;
}

/** What stands in the place of a payload. */
export type KeptPayload =
  | { readonly state: "kept"; readonly payload: Json }
  | { readonly state: "erased"; readonly seq: number; readonly time: string; readonly reason: string }
  | { readonly state: "missing" | "changed" | "not-kept" };

/** Reads what stands in the place of a record's payload, and compares it with the digest. */
export function readPayload(folder: string, chain: string, reference: PayloadReference | null): KeptPayload {
  if (reference?.how !== "salted") return { state: "not-kept" };
  const path = payloadPath(folder, chain, reference);
  const found = readSafe(path, { owners: null, barred: 0, links: "refused", under: null });
  if (found.kind !== "read") return { state: found.kind === "absent" ? "missing" : "changed" };
  try {
    const value: unknown = JSON.parse(found.file.text);
    if (!isObject(value)) return { state: "changed" };
    const { erased, seq, time, reason, payload, salt } = value;
    if (erased === true && typeof seq === "number" && typeof time === "string" && typeof reason === "string")
      return { state: "erased", seq, time, reason };
    if (payload === undefined || typeof salt !== "string") return { state: "changed" };
    const text = canonicalJson(payload);
    // To the byte: nothing may be said in the file beside what was digested.
    const same = fileText(salt, text) === found.file.text && digestOf(salt, text) === reference.digest;
    return same ? { state: "kept", payload } : { state: "changed" };
  } catch {
    return { state: "changed" };
  }
}

/** What is put in the place of a payload that was erased. */
export function tombstone(seq: number, time: string, reason: string): string {
  return `${canonicalJson({ erased: true, seq, time, reason })}\n`;
}

/** Where the payload of a record is kept. */
export function payloadPath(folder: string, chain: string, { digest }: PayloadReference): string {
  return join(folder, chain, "payloads", digest.slice(0, 2), `${digest}.json`);
}

function fileText(salt: string, text: string): string {
  return `{"payload":${text},"salt":"${salt}"}\n`;
}

function digestOf(salt: string, text: string): string {
  return hash("sha256", Buffer.concat([Buffer.from(salt, "hex"), Buffer.from(text)]), "hex");
}
