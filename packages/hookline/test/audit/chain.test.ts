import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  chainOrigin,
  leafHash,
  listChains,
  readChain,
  verifyAll,
  verifyChain,
} from "../../src/audit/index.ts";
import { canonicalJson } from "../../src/contract/json.ts";
import { auditFolder, decision, settings, trail, writtenTrail } from "./trail.ts";

describe("a chain", () => {
  test("is touched at the first record, for its owner alone, and begins by saying what it is", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    expect(existsSync(folder)).toBe(false);
    opened.write(decision(1), { tool_input: { command: "ls" } });
    expect(listChains(folder)).toEqual(["main"]);
    for (const path of [folder, join(folder, "keys"), join(folder, "main")])
      expect(statSync(path).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(folder, "keys"), { recursive: true, encoding: "utf8" }).concat(
      "../main/000001.jsonl",
    ))
      if (statSync(join(folder, "keys", name)).isFile())
        expect(statSync(join(folder, "keys", name)).mode & 0o777).toBe(0o600);
    const [first, second] = [...readChain(folder, "main")];
    expect(first?.record).toMatchObject({
      v: 1,
      seq: 1,
      prev: "0".repeat(64),
      kind: "note",
      note: "chain-opened",
    });
    expect(second?.record).toMatchObject({
      ...decision(1),
      seq: 2,
      prev: leafHash(first?.line ?? ""),
      chain: "main",
    });
    expect(second?.record.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(canonicalJson(JSON.parse(second?.line ?? ""))).toBe(second?.line);
    expect(chainOrigin(folder, "main")).toMatch(/^hookline\/[\w.-]+\/main\/[0-9a-f]{12}$/);
    expect(second?.line).not.toContain('"ls"');
  });

  test("is intact after any number of writers, files and checkpoints, and while one writes", async () => {
    const folder = auditFolder();
    for (let writer = 0; writer < 4; writer++) {
      const opened = trail(folder, { rotateBytes: 3_000, checkpointEvery: 7 });
      for (let number = 0; number < 25; number++) opened.write(decision(number), undefined);
      if (writer === 2) expect(verifyAll(folder)).toMatchObject({ status: "intact", problems: [] });
      await opened.close();
    }
    const report = verifyChain(folder, "main");
    expect(report).toMatchObject({
      status: "intact",
      problems: [],
      records: 101,
      unsigned: 0,
      headChecked: true,
    });
    expect(report.files).toBeGreaterThan(5);
    expect(report.lastCheckpoint).toMatchObject({ size: 101 });
    expect([...readChain(folder, "main")].map(({ record }) => record.seq)).toEqual(
      Array.from({ length: 101 }, (_, index) => index + 1),
    );
  });

  test("is read from a record or from where the last reading ended", async () => {
    const folder = await writtenTrail(60, { rotateBytes: 4_000 });
    const all = [...readChain(folder, "main")];
    for (const from of [1, 2, 30, 61]) {
      const some = [...readChain(folder, "main", { fromSeq: from })];
      expect(some.map(({ line }) => line)).toEqual(all.slice(from - 1).map(({ line }) => line));
      const before = all[from - 1];
      if (before)
        expect([...readChain(folder, "main", { at: before.next })].map(({ line }) => line)).toEqual(
          all.slice(from).map(({ line }) => line),
        );
    }
    const first = readFileSync(join(folder, "main", "000001.jsonl"), "utf8").split("\n")[4];
    expect(all[4]).toMatchObject({ line: first, file: "000001.jsonl", lineNumber: 5 });
  });

  test("is left to its writer: a second one takes the next name, and the first when it is free", async () => {
    const folder = auditFolder();
    const [one, other] = [trail(folder), trail(folder)];
    one.write(decision(1), undefined);
    other.write(decision(2), undefined);
    expect(listChains(folder)).toEqual(["main", "main.2"]);
    await one.close();
    const third = trail(folder);
    third.write(decision(3), undefined);
    expect(listChains(folder)).toEqual(["main", "main.2"]);
    expect(verifyChain(folder, "main")).toMatchObject({ status: "intact", records: 3 });
  });

  test("refuses a name that leads elsewhere", () => {
    for (const chain of ["../x", "keys", "", "a/b", ".hidden"])
      expect(() => trail(auditFolder(), { ...settings, chain })).toThrow("cannot be the name of a chain");
  });
});
