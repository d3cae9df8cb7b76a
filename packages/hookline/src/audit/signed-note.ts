import { createPublicKey, hash, type KeyObject, sign, verify } from "node:crypto";

/** A signature of a note: the name of the key, its id in hexadecimal digits, and the signature. */
export interface NoteSignature {
  readonly name: string;
  readonly keyId: string;
  readonly signature: Uint8Array;
}

/** A checkpoint (C2SP tlog-checkpoint): so many records have this Merkle root. */
export interface Checkpoint {
  readonly origin: string;
  readonly size: number;
  /** Hexadecimal digits. */
  readonly root: string;
  /** What was signed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

/** A key that signs: the private key and the 32 bytes of the public one, base64. */
export interface SigningKey {
  readonly publicKey: string;
  readonly privateKey: KeyObject;
}

const ed25519 = 0x01;
const dash = "\u2014";
const signatureLine = new RegExp(`^${dash} ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})$`, "u");

/** The id of a key in signed notes: the first four bytes of SHA-256 of its name, a newline, its kind and its bytes. */
export function noteKeyId(name: string, publicKey: string): string {
  const bytes = Buffer.concat([
    Buffer.from(`${name}\n`),
    Buffer.of(ed25519),
    Buffer.from(publicKey, "base64"),
  ]);
  return hash("sha256", bytes, "hex").slice(0, 8);
}

/** A key as tools for signed notes take it: `name+id+bytes`. */
export function verifierKey(name: string, publicKey: string): string {
  const bytes = Buffer.concat([Buffer.of(ed25519), Buffer.from(publicKey, "base64")]);
  return `${name}+${noteKeyId(name, publicKey)}+${bytes.toString("base64")}`;
}

/** The 32 bytes of a public key, base64, from what people give: those bytes, or a `name+id+bytes`; null if it is neither. */
export function publicKeyFrom(text: string): string | null {
  const bytes = Buffer.from(
    text.trim().split("+").length >= 3 ? afterSecondPlus(text.trim()) : text.trim(),
    "base64",
  );
  if (bytes.length === 33 && bytes[0] === ed25519) return bytes.subarray(1).toString("base64");
  return bytes.length === 32 && /^[A-Za-z0-9+/]+=*$/.test(text.trim()) ? bytes.toString("base64") : null;
}

function afterSecondPlus(text: string): string {
  const [, , ...rest] = text.split("+");
  return /^[^\s+]+\+[0-9a-f]{8}\+/.test(text) ? rest.join("+") : text;
}

/** A checkpoint signed by each key. */
export function signCheckpoint(
  origin: string,
  size: number,
  root: string,
  keys: readonly SigningKey[],
): string {
  const text = `${origin}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n`;
  const lines = keys.map(({ publicKey, privateKey }) => {
    const signature = sign(null, Buffer.from(text), privateKey);
    const bytes = Buffer.concat([Buffer.from(noteKeyId(origin, publicKey), "hex"), signature]);
    return `${dash} ${origin} ${bytes.toString("base64")}\n`;
  });
  return `${text}\n${lines.join("")}`;
}

/** Reads a checkpoint; null if the text is none to the letter. */
export function parseCheckpoint(note: string): Checkpoint | null {
  const end = note.indexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, end + 1);
  const [origin = "", size = "", root = "", ...extensions] = text.slice(0, -1).split("\n");
  const bytes = Buffer.from(root, "base64");
  if (origin === "" || !/^(0|[1-9]\d{0,15})$/.test(size) || bytes.toString("base64") !== root) return null;
  if (bytes.length !== 32 || extensions.includes("")) return null;
  const signatures = note
    .slice(end + 2, -1)
    .split("\n")
    .map(parseSignature);
  if (signatures.some((one) => one === null)) return null;
  const whole = signatures.filter((one) => one !== null);
  return { origin, size: Number(size), root: bytes.toString("hex"), text, signatures: whole };
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = "", encoded = ""] = signatureLine.exec(line) ?? [];
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.length < 5 || bytes.toString("base64") !== encoded) return null;
  return { name, keyId: bytes.subarray(0, 4).toString("hex"), signature: bytes.subarray(4) };
}

/** Whether a text is the beginning of the checkpoint of these records: what a writer leaves that dies in the middle of it. */
export function isHalfCheckpoint(half: string, origin: string, size: number, root: string): boolean {
  // The dash has three bytes, and may be cut, too.
  const text = half.replace(/\uFFFD$/, "");
  const said = `${origin}\n${size}\n${Buffer.from(root, "hex").toString("base64")}\n\n`;
  if (said.startsWith(text)) return true;
  if (!text.startsWith(said)) return false;
  const lines = text.slice(said.length).split("\n");
  const last = lines.pop() ?? "";
  const start = `${dash} ${origin} `;
  const rest = /^[A-Za-z0-9+/]*={0,2}$/;
  const begun = start.startsWith(last) || (last.startsWith(start) && rest.test(last.slice(start.length)));
  return begun && lines.every((line) => line.startsWith(start) && parseSignature(line) !== null);
}

const prefix = Buffer.from("302a300506032b6570032100", "hex");
const keyObjects = new Map<string, KeyObject>();

/** Whether a checkpoint carries a right signature of this key under the checkpoint's own name. */
export function isSignedBy({ origin, text, signatures }: Checkpoint, publicKey: string): boolean {
  const keyId = noteKeyId(origin, publicKey);
  const found = signatures.filter((one) => one.name === origin && one.keyId === keyId);
  return found.length > 0 && found.every(({ signature }) => holds(text, signature, publicKey));
}

function holds(text: string, signature: Uint8Array, publicKey: string): boolean {
  try {
    let key = keyObjects.get(publicKey);
    if (!key) {
      const der = Buffer.concat([prefix, Buffer.from(publicKey, "base64")]);
      key = createPublicKey({ key: der, format: "der", type: "spki" });
      if (keyObjects.size < 100) keyObjects.set(publicKey, key);
    }
    return verify(null, Buffer.from(text), key, signature);
  } catch {
    return false;
  }
}
