import { HooklineError } from "../contract/errors.ts";
import { isObject, jsonOf } from "../contract/json.ts";
import { checkpointsPath, readCheckpoints } from "./checkpoints.ts";
import { growTree, proofRanges, rootFromProof } from "./merkle.ts";
import { leafHash, parseRecord } from "./record.ts";
import { isSignedBy, parseCheckpoint } from "./signed-note.ts";
import { walkLines } from "./walk.ts";

/** That one record is in a chain, for somebody who does not get the rest of it. */
export interface InclusionProof {
  readonly format: "hookline/proof@1";
  /** The line itself. */
  readonly record: string;
  /** Its place in the tree, from 0: `seq` less one. */
  readonly index: number;
  /** The size of the tree. */
  readonly size: number;
  /** The hashes beside its way to the root, nearest first, base64. */
  readonly hashes: readonly string[];
  /** The signed note that vouches for the root. */
  readonly checkpoint: string;
}

/** What a proof shows. */
export interface ProofCheck {
  /** Whether it fits together and is signed with a key that is known. */
  readonly holds: boolean;
  /** Whether it fits together, whoever signed it: anybody can make such a proof. */
  readonly fits: boolean;
  /** Why it does not, or what it shows. */
  readonly detail: string;
  readonly origin: string;
}

/** Proves that a record is in a chain, against the first checkpoint that covers it; throws if there is none yet. */
export function proveRecord(folder: string, chain: string, seq: number): InclusionProof {
  const { note, size } = coveringCheckpoint(folder, chain, seq);
  const index = seq - 1;
  const ranges = proofRanges(index, size);
  const trees = ranges.map(() => growTree());
  let record = "";
  let place = 0;
  for (const { bytes, ended } of walkLines(folder, chain)) {
    if (place >= size || !ended) break;
    if (place === index) record = bytes.toString("utf8");
    else {
      const at = ranges.findIndex(({ start, end }) => place >= start && place < end);
      trees[at]?.add(leafHash(bytes));
    }
    place++;
  }
  const hashes = trees.map((tree) => Buffer.from(tree.root(), "hex").toString("base64"));
  const proof = { format: "hookline/proof@1", record, index, size, hashes, checkpoint: note } as const;
  const { fits, detail } = checkProof(proof);
  if (!fits)
    throw new HooklineError("audit-unreadable", `record ${seq} of ${chain} cannot be proved: ${detail}`);
  return proof;
}

function coveringCheckpoint(folder: string, chain: string, seq: number) {
  if (!Number.isSafeInteger(seq) || seq < 1)
    throw new HooklineError("audit-unreadable", `${seq} is no number of a record: they begin with 1`);
  try {
    for (const { checkpoint, note } of readCheckpoints(checkpointsPath(folder, chain)))
      if (checkpoint && checkpoint.size >= seq) return { note, size: checkpoint.size };
  } catch {
    // No file, no checkpoint.
  }
  const text = `no checkpoint of ${chain} covers record ${seq} yet; one is signed when its writer ends`;
  throw new HooklineError("audit-unreadable", text);
}

/** Checks a proof without the trail; it holds if one of the public keys signed it, so never without one. */
export function checkProof(proof: InclusionProof, keys: string | readonly string[] = []): ProofCheck {
  const checkpoint = parseCheckpoint(proof.checkpoint);
  const origin = checkpoint?.origin ?? "";
  const no = (detail: string, fits = false) => ({ holds: false, fits, origin, detail });
  if (!checkpoint) return no("it has no checkpoint that can be read");
  const seq = parseRecord(proof.record)?.seq;
  if (seq !== proof.index + 1) return no("the record is not the one at this place");
  if (checkpoint.size !== proof.size) return no("the checkpoint is of a tree of another size");
  const hashes = proof.hashes.map((one) => Buffer.from(one, "base64").toString("hex"));
  const root = rootFromProof(leafHash(proof.record), proof.index, proof.size, hashes);
  if (root !== checkpoint.root) return no("record and hashes do not lead to the root that was signed");
  const said = `record ${seq} is one of the ${proof.size} records of ${origin}`;
  const list = typeof keys === "string" ? [keys] : keys;
  if (list.length === 0) return no(`${said}; who signed it was not checked`, true);
  if (!list.some((key) => isSignedBy(checkpoint, key)))
    return no(
      `the checkpoint is not signed with ${list.length === 1 ? "this key" : "one of these keys"}`,
      true,
    );
  return { holds: true, fits: true, origin, detail: said };
}

/** Reads a proof from JSON; null if it is none. */
export function parseProof(text: string): InclusionProof | null {
  const value: unknown = jsonOf(text);
  return isProof(value) ? value : null;
}

function isProof(value: unknown): value is InclusionProof {
  if (!isObject(value) || value.format !== "hookline/proof@1") return false;
  const { record, index, size, hashes, checkpoint } = value;
  if (typeof record !== "string" || typeof index !== "number" || typeof size !== "number") return false;
  if (!Array.isArray(hashes) || typeof checkpoint !== "string") return false;
  return hashes.every((one) => typeof one === "string" && Buffer.from(one, "base64").length === 32);
}
