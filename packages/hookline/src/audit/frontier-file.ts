import { join } from "node:path";
import { canonicalJson, isObject } from "../contract/json.ts";
import type { Disk } from "../system/disk.ts";
import { readWhole } from "../system/whole-file.ts";
import { type Frontier, isFrontier } from "./merkle.ts";
import type { Seal } from "./seal.ts";

/** What a writer knew of its chain at the last checkpoint: a cache, so that the next one need not read every record. */
export interface ChainEdge {
  readonly tree: Frontier;
  /** The leaf hash of the last record in the tree. */
  readonly hash: string;
  readonly file: number;
  /** Bytes of that file up to the end of that record. */
  readonly offset: number;
  readonly origin: string;
  /** The public key that its checkpoints are signed with. */
  readonly key: string;
}

/** The path of the cache. */
function frontierPath(folder: string, chain: string): string {
  return join(folder, chain, "frontier");
}

/** Keeps the cache, sealed; without it the next writer reads more, so that nothing here is an error. */
export function keepEdge(
  place: { readonly folder: string; readonly chain: string; readonly disk: Disk; readonly seal: Seal },
  edge: ChainEdge,
): void {
  const text = canonicalJson(edge);
  const sealed = `${place.seal.of(`frontier ${text}`)}\n${text}\n`;
  try {
    place.disk.overwrite(frontierPath(place.folder, place.chain), sealed);
  } catch {
    // What stands there is not believed unless the seal holds.
  }
}

/** What the cache says; null if it is not there or not ours. */
export function readEdge(folder: string, chain: string, seal: Seal): ChainEdge | null {
  const found = readWhole(frontierPath(folder, chain));
  if ("error" in found) return null;
  const [sealed = "", text = ""] = found.text.split("\n");
  if (!seal.holds(`frontier ${text}`, sealed)) return null;
  const value: unknown = JSON.parse(text);
  return isEdge(value) ? value : null;
}

function isEdge(value: unknown): value is ChainEdge {
  if (!isObject(value)) return false;
  const { tree, hash, file, offset, origin, key } = value;
  if (!isObject(tree) || typeof tree.size !== "number" || !Array.isArray(tree.hashes)) return false;
  if (!isFrontier({ size: tree.size, hashes: tree.hashes })) return false;
  if (typeof hash !== "string" || typeof file !== "number" || typeof offset !== "number") return false;
  return typeof origin === "string" && typeof key === "string";
}
