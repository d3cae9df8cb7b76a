import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readChain, verifyAll, verifyChain } from "../../src/audit/index.ts";
import { auditFolder, decision, trail, writtenTrail } from "./trail.ts";

const pipe = (path: string) => {
  rmSync(path, { force: true });
  execFileSync("mkfifo", [path]);
};

const link = (path: string) => {
  rmSync(path, { force: true, recursive: true });
  symlinkSync("/dev/null", path);
};

const folderThere = (path: string) => {
  rmSync(path, { force: true });
  mkdirSync(path);
};

const openToAll = (path: string) => chmodSync(path, 0o666);

const secondName = (path: string) => linkSync(path, `${path}.second`);

const notes = (folder: string, chain: string) =>
  [...readChain(folder, chain)].flatMap(({ record }) => (record.kind === "note" ? [record] : []));

const ids = (folder: string, chain: string) =>
  [...readChain(folder, chain)].flatMap(({ record }) => (record.kind === "decision" ? [record.eventId] : []));

/** Two processes write, one after the other. */
const writeTwice = async (folder: string, options = {}) => {
  for (const number of [8, 9]) {
    const opened = trail(folder, options);
    opened.write(decision(number), { number });
    await opened.close();
  }
};

describe("an odd file in a chain", () => {
  test.each([
    ["a pipe for its head", "main/head", pipe],
    ["a link for its head", "main/head", link],
    ["a folder for its head", "main/head", folderThere],
    ["a head that all may write", "main/head", openToAll],
    ["a second name for its head", "main/head", secondName],
    ["a pipe for its checkpoints", "main/checkpoints", pipe],
    ["a folder for its checkpoints", "main/checkpoints", folderThere],
    ["a pipe for its mark", "keys/marks/main", pipe],
    ["a pipe for its records", "main/000001.jsonl", pipe],
    ["records that all may write", "main/000001.jsonl", openToAll],
    ["a link for its folder", "main", link],
    ["a folder that all may write", "main", (path: string) => chmodSync(path, 0o777)],
  ])("is left as it is, and the next chain begun: %s", async (_what, name, harm) => {
    const folder = await writtenTrail(2);
    harm(join(folder, name));
    const { ino, mode } = lstatSync(join(folder, name));
    await writeTwice(folder);
    expect(lstatSync(join(folder, name))).toMatchObject({ ino, mode });
    expect(ids(folder, "main.2")).toEqual(["e-8", "e-9"]);
    // Told once, with the name of the chain.
    expect(notes(folder, "main.2")).toMatchObject([
      { note: "chain-opened" },
      { note: "chain-refused", detail: { chain: "main", why: expect.stringMatching(/\w/) } },
    ]);
    expect(verifyChain(folder, "main.2")).toMatchObject({ status: "intact", problems: [] });
  });

  test.each([
    ["a pipe", pipe],
    ["a link", link],
    ["a folder", folderThere],
    ["one that all may write", openToAll],
  ])("does not matter where only a cache belongs: %s", async (_what, harm) => {
    const folder = await writtenTrail(2);
    harm(join(folder, "main", "frontier"));
    await writeTwice(folder, { checkpointEvery: 1, rotateBytes: 500 });
    expect(ids(folder, "main")).toEqual(["e-1", "e-2", "e-8", "e-9"]);
    const report = verifyAll(folder);
    expect(report).toMatchObject({
      status: "intact",
      problems: [],
      chains: [{ chain: "main", unsigned: 0 }],
    });
  });

  test.each(["999999999999999999999999.jsonl", "000009.jsonl"])(
    "called %s does not stop the trail",
    async (name) => {
      const folder = await writtenTrail(2);
      writeFileSync(join(folder, "main", name), "{}\n");
      await writeTwice(folder);
      const written = [...ids(folder, "main.2"), ...ids(folder, "main")];
      expect(written).toEqual(expect.arrayContaining(["e-8", "e-9"]));
    },
  );

  test.each([
    ["its checkpoints", "checkpoints", { rotateBytes: 400, checkpointEvery: 2 }],
    ["its payloads", "payloads", { payloads: "full" as const }],
  ])("that comes while it is written costs no record: a pipe for %s", async (_what, name, options) => {
    const folder = auditFolder();
    const opened = trail(folder, options);
    opened.write(decision(1), undefined);
    pipe(join(folder, "main", name));
    for (let number = 2; number < 7; number++) opened.write(decision(number), { number });
    await opened.close();
    await writeTwice(folder, options);
    const written = [...ids(folder, "main"), ...ids(folder, "main.2")];
    expect(written).toEqual(["e-1", "e-2", "e-3", "e-4", "e-5", "e-6", "e-8", "e-9"]);
    expect(notes(folder, "main.2").map(({ note }) => note)).toEqual(["chain-opened", "chain-refused"]);
  });

  test("of the whole trail is no chain's: it says which, and no chain is begun", async () => {
    for (const name of ["keys", "keys/marks"]) {
      const folder = auditFolder();
      mkdirSync(join(folder, "keys"), { recursive: true, mode: 0o700 });
      rmSync(join(folder, name), { recursive: true, force: true });
      pipe(join(folder, name));
      expect(() => trail(folder).write(decision(1), undefined)).toThrow(`${name} is no folder`);
      expect(verifyAll(folder).chains).toEqual([]);
    }
  });

  test("where it is kept which chains were told costs no record, and is told again", async () => {
    const folder = await writtenTrail(1);
    pipe(join(folder, "keys", "refused"));
    pipe(join(folder, "main", "head"));
    await writeTwice(folder);
    expect(ids(folder, "main.2")).toEqual(["e-8", "e-9"]);
    expect(notes(folder, "main.2").filter(({ note }) => note === "chain-refused")).toHaveLength(2);
  });
});
