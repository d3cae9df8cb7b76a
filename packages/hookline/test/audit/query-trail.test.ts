import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { glanceAt } from "../../src/audit/query-status.ts";
import { type QueryOptions, queryTrail } from "../../src/audit/query-trail.ts";
import { aDecision, aDenial, anExecution } from "./export/records.ts";
import { trailFolder, writeTrail } from "./export/trails.ts";

// The first record of every chain is a note that it begins.
const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index % 3 === 2 ? aDenial(`reason ${index + 1}`) : aDecision(),
  );
const seqs = (folder: string, options: QueryOptions = {}, filter = {}) =>
  [...queryTrail(folder, filter, options)].map(({ chain, record }) => `${chain}/${record.seq}`);

describe("asking a trail", () => {
  it("gives the records in order, over the ends of files", async () => {
    const folder = trailFolder();
    await writeTrail(folder, many(40), { rotateBytes: 8_192 });
    expect(
      readdirSync(join(folder, "main")).filter((name) => name.endsWith(".jsonl")).length,
    ).toBeGreaterThan(2);
    const all = seqs(folder);
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(all).toEqual(all.map((_, index) => `main/${index + 1}`));
  });

  it("gives them backwards, and each with its right place", async () => {
    const folder = trailFolder();
    await writeTrail(folder, many(2_500), { rotateBytes: 1_000_000 });
    const forwards = [...queryTrail(folder, {})];
    const backwards = [...queryTrail(folder, {}, { reverse: true })];
    expect(backwards.map(({ where }) => where)).toEqual(forwards.map(({ where }) => where).reverse());
    expect(backwards.map(({ line }) => line)).toEqual(forwards.map(({ line }) => line).reverse());
    for (const { where, line } of [forwards[0], forwards[1_700], forwards.at(-1)].flatMap(
      (one) => one ?? [],
    )) {
      const [file = "", number] = where.split(":");
      expect(readFileSync(join(folder, file), "utf8").split("\n")[Number(number) - 1]).toBe(line);
    }
  });

  it("begins at a number, from either end", async () => {
    const folder = trailFolder();
    await writeTrail(folder, many(9));
    expect(seqs(folder, { fromSeq: 9 })).toEqual(["main/9", "main/10"]);
    expect(seqs(folder, { fromSeq: 9, reverse: true })).toEqual(["main/10", "main/9"]);
  });

  it("puts several chains together by time, and keeps each in its order", async () => {
    const folder = trailFolder();
    for (const [chain, count] of [
      ["main", 3],
      ["other", 3],
    ] as const)
      await writeTrail(folder, many(count), { chain });
    await writeTrail(folder, many(1));
    const mixed = seqs(folder);
    expect(mixed).toHaveLength(9);
    const main = ["main/1", "main/2", "main/3", "main/4", "main/5"];
    expect(mixed.filter((name) => name.startsWith("main/"))).toEqual(main);
    expect(mixed.at(-1)).toBe("main/5");
    const times = [...queryTrail(folder, {})].map(({ record }) => record.time);
    expect(times).toEqual([...times].sort());
    expect(seqs(folder, { chain: "other" })).toEqual(["other/1", "other/2", "other/3", "other/4"]);
  });

  it("gives what was kept of a payload, and finds text in it", async () => {
    const folder = trailFolder();
    const written = ["ls", "git push -f"].map((command) => ({
      entry: aDenial(),
      payload: { tool_input: { command } },
    }));
    await writeTrail(folder, written, { payloads: "full" });
    const [found, ...none] = queryTrail(folder, { grep: "PUSH -F" });
    expect(none).toEqual([]);
    expect(found?.record.seq).toBe(3);
    expect(found?.payload()).toEqual({ tool_input: { command: "git push -f" } });
  });

  it("has no payload where only a digest was recorded", async () => {
    const folder = trailFolder();
    await writeTrail(folder, [{ entry: aDenial(), payload: { tool_input: { command: "secret" } } }]);
    const [, found] = queryTrail(folder, {});
    expect(found?.record.payload).not.toBeNull();
    expect(found?.payload()).toBeUndefined();
    expect([...queryTrail(folder, { grep: "secret" })]).toEqual([]);
  });

  it("goes on past lines that are no records, and past records without their fields", async () => {
    const folder = trailFolder();
    await writeTrail(folder, [aDenial(), anExecution()]);
    const path = join(folder, "main", "000001.jsonl");
    const [first = ""] = readFileSync(path, "utf8").split("\n");
    const { v, chain, prev, time, mono, boot, payload } = JSON.parse(first);
    const bare = JSON.stringify({
      v,
      chain,
      prev,
      time,
      mono,
      boot,
      payload,
      seq: 4,
      kind: "decision",
      hooks: 7,
    });
    appendFileSync(path, `not JSON\n[]\n${bare}\n{"half": `);
    expect(seqs(folder)).toEqual(["main/1", "main/2", "main/3", "main/4"]);
    expect(seqs(folder, { reverse: true })).toEqual(["main/4", "main/3", "main/2", "main/1"]);
    expect(seqs(folder, {}, { verdict: "deny", tool: "Bash", agent: "a-1", session: "s" })).toEqual([
      "main/2",
    ]);
  });

  it("reads no payload outside the chain's own folder, whatever a record says", async () => {
    const folder = trailFolder();
    await writeTrail(folder, [{ entry: aDenial(), payload: { a: 1 } }], { payloads: "full", chain: "other" });
    await writeTrail(folder, [aDenial()]);
    const line = readFileSync(join(folder, "other", "000001.jsonl"), "utf8");
    writeFileSync(join(folder, "main", "000001.jsonl"), line);
    const [, found] = queryTrail(folder, {}, { chain: "main" });
    expect(found?.record.chain).toBe("other");
    expect(found?.payload()).toBeUndefined();
  });

  it("stops reading when nobody asks for more", async () => {
    const folder = trailFolder();
    await writeTrail(folder, many(5));
    const lane = queryTrail(folder, {});
    lane.next();
    lane.return(undefined);
    expect(lane.next().done).toBe(true);
  });
});

describe("a glance at a trail", () => {
  it("tells records, files, the last record and the last checkpoint", async () => {
    const folder = trailFolder();
    await writeTrail(folder, many(5), { checkpointEvery: 2 });
    const [main, ...none] = glanceAt(folder);
    expect(none).toEqual([]);
    expect(main).toMatchObject({ chain: "main", records: 6, files: 1, checkpoint: { size: 6 } });
    expect(main?.checkpoint?.time).toBe(main?.last?.record.time);
  });

  it("is empty where nothing is", () => {
    expect(glanceAt(trailFolder())).toEqual([]);
  });
});
