import { hash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProof, listKeys, parseProof, proveRecord } from "../../src/audit/index.ts";
import { growTree, isFrontier, nodeHash, proofRanges, rootFromProof } from "../../src/audit/merkle.ts";
import { auditFolder, decision, trail, writtenTrail } from "./trail.ts";

/** RFC 6962 to the letter. */
const naive = (leaves: readonly string[]): string => {
  if (leaves.length === 0) return hash("sha256", "", "hex");
  if (leaves.length === 1) return leaves[0] ?? "";
  let power = 1;
  while (power * 2 < leaves.length) power *= 2;
  return nodeHash(naive(leaves.slice(0, power)), naive(leaves.slice(power)));
};
const naivePath = (index: number, leaves: readonly string[]): readonly string[] => {
  if (leaves.length <= 1) return [];
  let power = 1;
  while (power * 2 < leaves.length) power *= 2;
  const [left, right] = [leaves.slice(0, power), leaves.slice(power)];
  return index < power
    ? [...naivePath(index, left), naive(right)]
    : [...naivePath(index - power, right), naive(left)];
};
const leavesOf = (count: number) =>
  Array.from({ length: count }, (_, index) => hash("sha256", String(index), "hex"));

describe("the tree", () => {
  test("has the roots and the proofs of RFC 6962, however it grew", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), (size, one, cut) => {
        const leaves = leavesOf(size);
        const first = growTree();
        for (const leaf of leaves.slice(0, cut % (size + 1))) first.add(leaf);
        expect(isFrontier(first.frontier())).toBe(true);
        const tree = growTree(JSON.parse(JSON.stringify(first.frontier())));
        for (const leaf of leaves.slice(cut % (size + 1))) tree.add(leaf);
        expect(tree.root()).toBe(naive(leaves));
        const index = one % size;
        const path = proofRanges(index, size).map(({ start, end }) => naive(leaves.slice(start, end)));
        expect(path).toEqual(naivePath(index, leaves));
        expect(rootFromProof(leaves[index] ?? "", index, size, path)).toBe(tree.root());
        const other = (index + 1) % size;
        if (size > 1) expect(rootFromProof(leaves[other] ?? "", index, size, path)).not.toBe(tree.root());
        expect(rootFromProof(leaves[index] ?? "", index, size, [...path, path[0] ?? naive([])])).toBeNull();
      }),
      { numRuns: 200 },
    );
    expect(growTree().root()).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  });
});

describe("a proof", () => {
  test("shows each record of a chain to whoever has only the key", async () => {
    const folder = await writtenTrail(21, { rotateBytes: 3_000, checkpointEvery: 8 });
    const key = listKeys(folder)[0]?.key ?? "";
    for (let seq = 1; seq <= 22; seq++) {
      const proof = parseProof(JSON.stringify(proveRecord(folder, "main", seq)));
      if (!proof) throw new Error("no proof");
      expect(checkProof(proof, key)).toMatchObject({ holds: true });
      expect(JSON.parse(proof.record).seq).toBe(seq);
    }
  });

  test("of anything else does not hold", async () => {
    const folder = await writtenTrail(9);
    const key = listKeys(folder)[0]?.key ?? "";
    const proof = proveRecord(folder, "main", 4);
    const forged = [
      { ...proof, record: proof.record.replace("allow", "deny") },
      { ...proof, record: proof.record.replace("deny", "allow") },
      { ...proof, index: 4 },
      { ...proof, size: 9 },
      { ...proof, hashes: proof.hashes.slice(1) },
      { ...proof, hashes: proof.hashes.toReversed() },
      { ...proof, checkpoint: proof.checkpoint.replace("\n10\n", "\n11\n") },
      { ...proof, checkpoint: "" },
    ].filter((one) => JSON.stringify(one) !== JSON.stringify(proof));
    expect(forged.length).toBeGreaterThan(6);
    for (const one of forged) expect(checkProof(one, key)).toMatchObject({ holds: false });
    const stranger = listKeys(await writtenTrail(1))[0]?.key;
    expect(checkProof(proof, stranger)).toMatchObject({
      holds: false,
      detail: "the checkpoint is not signed with this key",
    });
    expect(checkProof(proof, [stranger ?? "", key])).toMatchObject({ holds: true });
    expect(checkProof(proof, [stranger ?? "", stranger ?? ""])).toMatchObject({ holds: false, fits: true });
    // Anybody can make one that fits together.
    expect(checkProof(proof)).toMatchObject({
      ...{ holds: false, fits: true },
      detail: expect.stringContaining("who signed it was not checked"),
    });
    expect(parseProof("{}")).toBeNull();
    expect(parseProof("nothing")).toBeNull();
  });

  test("of a record that is not there, or not signed yet, says so", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    opened.write(decision(1), undefined);
    expect(() => proveRecord(folder, "main", 2)).toThrow("no checkpoint of main covers record 2 yet");
    expect(() => proveRecord(folder, "main", 0)).toThrow("is no number of a record");
    await opened.close();
    expect(() => proveRecord(folder, "main", 9)).toThrow("no checkpoint of main covers record 9");
    expect(proveRecord(folder, "main", 2).index).toBe(1);
  });
});
