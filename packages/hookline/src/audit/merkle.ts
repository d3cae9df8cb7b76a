import { hash } from "node:crypto";

/** The right edge of a Merkle tree (RFC 6962): the roots of its whole subtrees, largest first. */
export interface Frontier {
  readonly size: number;
  readonly hashes: readonly string[];
}

/** A tree that grows by one leaf at a time, in memory for its edge only. */
export interface GrowingTree {
  readonly size: number;
  /** Adds the leaf hash of the next record. */
  add(leaf: string): void;
  root(): string;
  frontier(): Frontier;
}

/** The tree of no leaves, or one that goes on from its edge. */
export function growTree(from: Frontier = { size: 0, hashes: [] }): GrowingTree {
  const hashes = [...from.hashes];
  let size = from.size;
  return {
    get size() {
      return size;
    },
    add(leaf) {
      let node = leaf;
      // Each trailing one of the old size is a whole subtree that the new leaf completes.
      for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) node = nodeHash(hashes.pop() ?? "", node);
      hashes.push(node);
      size++;
    },
    root: () => rootOf(hashes),
    frontier: () => ({ size, hashes: [...hashes] }),
  };
}

/** Whether so many hashes can be the edge of a tree of this size. */
export function isFrontier({ size, hashes }: Frontier): boolean {
  if (!Number.isSafeInteger(size) || size < 0) return false;
  const ones = [...size.toString(2)].filter((digit) => digit === "1").length;
  return hashes.length === ones && hashes.every((one) => /^[0-9a-f]{64}$/.test(one));
}

function rootOf(hashes: readonly string[]): string {
  if (hashes.length === 0) return hash("sha256", "", "hex");
  return hashes.reduceRight((right, left) => nodeHash(left, right));
}

const scratch = Buffer.alloc(65, 1);

/** The hash of two subtrees side by side. */
export function nodeHash(left: string, right: string): string {
  scratch.write(left, 1, "hex");
  scratch.write(right, 33, "hex");
  return hash("sha256", scratch, "hex");
}

/** A run of leaves, from `start` up to but not with `end`. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The subtrees whose roots prove that a leaf is in a tree of this size, nearest first: PATH of RFC 6962. */
export function proofRanges(index: number, size: number): readonly LeafRange[] {
  const ranges: LeafRange[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + largestPower(end - start);
    if (index < middle) {
      ranges.push({ start: middle, end });
      end = middle;
    } else {
      ranges.push({ start, end: middle });
      start = middle;
    }
  }
  return ranges.reverse();
}

/** The largest power of two below a number. */
function largestPower(number: number): number {
  let power = 1;
  while (power * 2 < number) power *= 2;
  return power;
}

/** The root that a leaf and the hashes of its proof lead to; null if there are too many or too few of them. */
export function rootFromProof(
  leaf: string,
  index: number,
  size: number,
  hashes: readonly string[],
): string | null {
  if (!(Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size)) return null;
  const ranges = proofRanges(index, size);
  if (ranges.length !== hashes.length) return null;
  let node = leaf;
  for (const [place, { start }] of ranges.entries()) {
    const other = hashes[place] ?? "";
    node = start > index ? nodeHash(node, other) : nodeHash(other, node);
  }
  return node;
}
