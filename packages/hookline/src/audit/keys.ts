import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { join } from "node:path";
import { isObject, jsonOf } from "../contract/json.ts";
import { type Disk, ownFolder, realDisk } from "../system/disk.ts";
import { briefly } from "../system/lock.ts";
import { readSafe, type SafeReading } from "../system/safe-file.ts";
import type { SigningKey } from "./signed-note.ts";

/** A public key that checkpoints of this machine were or are signed with. */
export interface PublicKey {
  /** The 32 bytes, base64. */
  readonly key: string;
  /** When it was made. */
  readonly since: string;
  /** Whether new checkpoints are signed with it. */
  readonly current: boolean;
}

/** What a writer needs of the keys; the signing key is read when something is signed. */
export interface WriterKeys {
  /** The public key that is current. */
  readonly current: string;
  /** Seals heads. */
  readonly head: Uint8Array;
  /** Makes digests of payloads that nobody can guess. */
  readonly payload: Uint8Array;
}

/** The folder of the keys. */
export function keysFolder(folder: string): string {
  return join(folder, "keys");
}

/** The public keys of an audit folder, oldest first; none if there is no list. */
export function listKeys(folder: string): readonly PublicKey[] {
  const bytes = read(join(keysFolder(folder), "public.json"));
  if (bytes === null) return [];
  const list: unknown = jsonOf(Buffer.from(bytes).toString("utf8"));
  const keys = Array.isArray(list) ? list.filter(isPublicKey) : [];
  return keys.map(({ key, since }, place) => ({ key, since, current: place === keys.length - 1 }));
}

function isPublicKey(value: unknown): value is PublicKey {
  return isObject(value) && typeof value.key === "string" && typeof value.since === "string";
}

/** The keys for a writer; the first ones are made when they are asked for. */
export function writerKeys(folder: string, disk: Disk = realDisk): WriterKeys {
  ownFolder(folder);
  ownFolder(keysFolder(folder));
  return knownKeys(folder) ?? briefly(join(keysFolder(folder), "lock"), () => makeKeys(folder, disk));
}

function knownKeys(folder: string): WriterKeys | null {
  const current = listKeys(folder).at(-1)?.key;
  const [head, payload] = [secretOf(folder, "head"), secretOf(folder, "payload")];
  return current && head && payload ? { current, head, payload } : null;
}

function makeKeys(folder: string, disk: Disk): WriterKeys {
  for (const purpose of ["head", "payload"] as const)
    if (!secretOf(folder, purpose)) disk.replace(secretPath(folder, purpose), randomBytes(32));
  if (listKeys(folder).length === 0) appendKey(folder, disk);
  const made = knownKeys(folder);
  if (!made) throw new Error(`no keys could be made in ${keysFolder(folder)}`);
  return made;
}

/** Makes a new key the current one, and gives it back. */
export function addKey(folder: string, disk: Disk = realDisk): string {
  return briefly(join(keysFolder(folder), "lock"), () => appendKey(folder, disk));
}

function appendKey(folder: string, disk: Disk): string {
  const made = generateKeyPairSync("ed25519");
  const key = publicBytes(made.publicKey);
  disk.replace(privatePath(folder, key), String(made.privateKey.export({ format: "pem", type: "pkcs8" })));
  const list = listKeys(folder).map(({ key, since }) => ({ key, since }));
  list.push({ key, since: new Date().toISOString() });
  disk.replace(join(keysFolder(folder), "public.json"), `${JSON.stringify(list, null, 2)}\n`);
  return key;
}

/** The private key of a public one; null if it is not here, or not that one's. */
export function privateKey(folder: string, publicKey: string): SigningKey | null {
  const pem = read(privatePath(folder, publicKey));
  if (pem === null) return null;
  const bytes = Buffer.from(pem);
  if (lastParsed?.key.publicKey === publicKey && lastParsed.bytes.equals(bytes)) return lastParsed.key;
  try {
    const key = { publicKey, privateKey: createPrivateKey(bytes) };
    if (publicBytes(createPublicKey(key.privateKey)) !== publicKey) return null;
    lastParsed = { bytes, key };
    return key;
  } catch {
    return null;
  }
}

/** A writer signs with the same key again and again; taking its file apart takes longer than to sign. */
let lastParsed: { readonly bytes: Buffer; readonly key: SigningKey } | null = null;

/** Removes the private key of a public one: nothing can be signed with it any more. */
export function forgetKey(folder: string, publicKey: string, disk: Disk = realDisk): void {
  disk.remove(privatePath(folder, publicKey));
}

/** The 32 secret bytes for one purpose; null if they are not here, as in a trail that was copied without its keys. */
export function secretOf(folder: string, purpose: "head" | "payload"): Uint8Array | null {
  const bytes = read(secretPath(folder, purpose));
  return bytes?.length === 32 ? bytes : null;
}

/** Why a file of the keys cannot be used; null if it can be read, or is not there. */
export function keyFault(folder: string, name: "public.json" | "head.key"): string | null {
  const found = readKey(join(keysFolder(folder), name));
  return found.kind === "unsafe" ? found.why : null;
}

function secretPath(folder: string, purpose: "head" | "payload"): string {
  return join(keysFolder(folder), `${purpose}.key`);
}

function privatePath(folder: string, publicKey: string): string {
  return join(keysFolder(folder), `${Buffer.from(publicKey, "base64").toString("hex").slice(0, 16)}.pem`);
}

/** The folder is its owner's alone; a link in the place of a key is not followed. */
function readKey(path: string): SafeReading {
  return readSafe(path, { owners: null, barred: 0, links: "refused", under: null });
}

function read(path: string): Uint8Array | null {
  const found = readKey(path);
  return found.kind === "read" ? found.file.bytes : null;
}

function publicBytes(key: KeyObject): string {
  return key.export({ format: "der", type: "spki" }).subarray(-32).toString("base64");
}
