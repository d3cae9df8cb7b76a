import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSlot, slotSize, slotText } from "../../src/audit/head.ts";
import {
  chainOrigin,
  listKeys,
  openTrail,
  readChain,
  rotateKey,
  verifierKey,
  verifyAll,
  verifyChain,
} from "../../src/audit/index.ts";
import { privateKey } from "../../src/audit/keys.ts";
import { growTree } from "../../src/audit/merkle.ts";
import { leafHash } from "../../src/audit/record.ts";
import { makeSeal } from "../../src/audit/seal.ts";
import {
  isSignedBy,
  noteKeyId,
  parseCheckpoint,
  publicKeyFrom,
  type SigningKey,
  signCheckpoint,
} from "../../src/audit/signed-note.ts";
import { canonicalJson, type JsonObject } from "../../src/contract/json.ts";
import { type Disk, realDisk } from "../../src/system/disk.ts";
import { decision, settings, trail, writtenTrail } from "./trail.ts";

const checkpoints = (folder: string) =>
  readFileSync(join(folder, "main", "checkpoints"), "utf8")
    .split(/(?<=\n)\n(?!\u2014)/)
    .filter((note) => note !== "")
    .map((note) => parseCheckpoint(note));

const more = async (folder: string, count: number) => {
  const opened = openTrail(settings, folder);
  for (let number = 0; number < count; number++) opened.write(decision(number), undefined);
  await opened.close();
};

test("a checkpoint is a signed note as others read it", async () => {
  const folder = await writtenTrail(5);
  const [first] = checkpoints(folder);
  const origin = chainOrigin(folder, "main");
  const [key] = listKeys(folder);
  expect(first).toMatchObject({ origin, size: 6 });
  expect(first && isSignedBy(first, key?.key ?? "")).toBe(true);
  expect(first?.signatures).toEqual([
    expect.objectContaining({ name: origin, keyId: noteKeyId(origin, key?.key ?? "") }),
  ]);
  expect(publicKeyFrom(verifierKey(origin, key?.key ?? ""))).toBe(key?.key);
  expect(publicKeyFrom(key?.key ?? "")).toBe(key?.key);
  expect(publicKeyFrom("nothing")).toBeNull();
});

// The key of the example in the specification of signed notes; the id is the one that it prints.
test("the id of a key is the one of the specification", () => {
  expect(noteKeyId("example.com/foo", Buffer.alloc(32).toString("base64"))).toMatch(/^[0-9a-f]{8}$/);
  const peter = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
  expect(verifierKey("PeterNeumann", publicKeyFrom(peter) ?? "")).toBe(peter);
});

test("a new key is announced in the chain and signed by the old one", async () => {
  const folder = await writtenTrail(5);
  const { before, after, changed, later } = rotateKey(folder);
  expect({ changed, later }).toEqual({ changed: ["main"], later: [] });
  await more(folder, 3);
  const report = verifyChain(folder, "main");
  expect(report).toMatchObject({ status: "intact", problems: [], records: 10 });
  expect(report.keys).toEqual([
    { key: before, fromSeq: 1, known: true },
    { key: after, fromSeq: 7, known: true },
  ]);
  const [old, both, fresh] = checkpoints(folder);
  expect(
    [old, both, fresh].map((one) => [
      one?.size,
      ...[before, after].map((key) => one && isSignedBy(one, key)),
    ]),
  ).toEqual([
    [6, true, false],
    [7, true, true],
    [10, false, true],
  ]);
  expect(privateKey(folder, before)).toBeNull();
  expect(privateKey(folder, after)).not.toBeNull();
  expect(readdirSync(join(folder, "keys")).filter((name) => name.endsWith(".pem"))).toHaveLength(1);
  for (const keys of [[before], [after]]) expect(verifyAll(folder, { keys }).status).toBe("intact");
});

test("a writer that lives changes the key at its next checkpoint", async () => {
  const folder = await writtenTrail(1);
  const opened = trail(folder, { checkpointEvery: 5 });
  opened.write(decision(1), undefined);
  const { later, before } = rotateKey(folder);
  expect(later).toEqual(["main"]);
  expect(privateKey(folder, before)).not.toBeNull();
  for (let number = 0; number < 10; number++) opened.write(decision(number), undefined);
  await opened.close();
  expect(verifyAll(folder).status).toBe("intact");
  expect(
    [...readChain(folder, "main")].filter(
      ({ record }) => record.kind === "note" && record.note === "key-rotated",
    ),
  ).toHaveLength(1);
  rotateKey(folder);
  expect(verifyAll(folder).status).toBe("intact");
  expect(readdirSync(join(folder, "keys")).filter((name) => name.endsWith(".pem"))).toHaveLength(1);
});

// As CVE-2023-31439: what is sealed with the wrong key of the right owner must not pass.
test("a checkpoint signed with a key that was not in force then is named", async () => {
  const folder = await writtenTrail(5);
  const oldKey = privateKey(folder, listKeys(folder)[0]?.key ?? "");
  rotateKey(folder);
  await more(folder, 3);
  const newKey = privateKey(folder, listKeys(folder)[1]?.key ?? "");
  if (!oldKey || !newKey) throw new Error("no keys");
  const origin = chainOrigin(folder, "main");
  const tree = growTree();
  const notes: { [size: number]: (key: SigningKey) => string } = {};
  for (const { line } of readChain(folder, "main")) {
    tree.add(leafHash(line));
    const [size, root] = [tree.size, tree.root()];
    notes[size] = (key) => `${signCheckpoint(origin, size, root, [key])}\n`;
  }
  const path = join(folder, "main", "checkpoints");
  const whole = readFileSync(path, "utf8");
  const blocks = whole.split(/(?<=\n\n)(?!\u2014)/);
  const put = (place: number, note: string) => writeFileSync(path, blocks.toSpliced(place, 1, note).join(""));
  const names = () => verifyChain(folder, "main").problems.map(({ what, seq }) => `${what} ${seq}`);
  put(2, notes[10]?.(oldKey) ?? "");
  expect(names()).toContain("checkpoint-key 10");
  expect(
    verifyChain(folder, "main").problems.find(({ what }) => what === "checkpoint-key")?.detail,
  ).toContain("not in force then");
  put(0, notes[6]?.(newKey) ?? "");
  expect(names()).toContain("checkpoint-key 6");
  put(1, notes[7]?.(newKey) ?? "");
  expect(names()).toContain("key-change-unsigned 7");
  put(1, notes[7]?.(oldKey) ?? "");
  expect(names()).toContain("checkpoint-key 7");
  writeFileSync(path, whole);
  expect(verifyAll(folder).status).toBe("intact");
});

test("a chain whose private key is gone is not continued, and says so", async () => {
  const folder = await writtenTrail(2);
  const key = listKeys(folder)[0]?.key ?? "";
  rmSync(join(folder, "keys", `${Buffer.from(key, "base64").toString("hex").slice(0, 16)}.pem`));
  rotateKey(folder);
  await more(folder, 1);
  expect(verifyChain(folder, "main")).toMatchObject({ status: "intact", records: 3 });
  expect(verifyChain(folder, "main.2")).toMatchObject({
    status: "intact",
    remarks: [{ note: "chain-refused" }],
  });
});

test("a trail that was copied without its keys can be read and checked, with a key that is given", async () => {
  const folder = await writtenTrail(5);
  const [key] = listKeys(folder);
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, "keys"), { recursive: true });
  const given = verifyAll(copy, { keys: [key?.key ?? ""] });
  expect(given).toMatchObject({
    status: "intact",
    chains: [{ headChecked: false, keys: [{ known: true }] }],
  });
  expect(verifyAll(copy)).toMatchObject({
    status: "unreadable",
    chains: [{ keys: [{ known: false }], problems: [{ what: "no-key" }, { what: "no-key" }] }],
  });
  appendFileSync(join(copy, "main", "000001.jsonl"), "{}\n");
  expect(verifyAll(copy, { keys: [key?.key ?? ""] }).status).toBe("tampered");
  expect(existsSync(join(copy, "keys"))).toBe(false);
  rmSync(copy, { recursive: true });
});

test("the cache of the tree is only a cache", async () => {
  const folder = await writtenTrail(20);
  writeFileSync(join(folder, "main", "frontier"), "nothing\n{}\n");
  await more(folder, 2);
  rmSync(join(folder, "main", "frontier"));
  await more(folder, 2);
  expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ chain: "main", records: 25 }] });
});

/** What somebody writes who has a copy and no key: other records, a head without a seal, and only the checkpoints that still fit. */
const rewritten = (folder: string, kept: number, edit: (record: JsonObject) => JsonObject) => {
  const path = join(folder, "main", "000001.jsonl");
  let prev = "0".repeat(64);
  const lines = readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => {
      const record: JsonObject = JSON.parse(line);
      const next = canonicalJson({ ...(Number(record.seq) > kept ? edit(record) : record), prev });
      prev = leafHash(next);
      return next;
    });
  const text = `${lines.join("\n")}\n`;
  writeFileSync(path, text);
  const slot = {
    count: 9,
    seq: lines.length,
    hash: prev,
    file: 1,
    size: Buffer.byteLength(text),
    signed: 0,
  };
  writeFileSync(join(folder, "main", "head"), slotText(slot, makeSeal(Buffer.alloc(32))).repeat(2));
  const notes = readFileSync(join(folder, "main", "checkpoints"), "utf8").split(/(?<=\n\n)(?!\u2014)/);
  const fitting = notes.filter((note) => (parseCheckpoint(note.slice(0, -1))?.size ?? Infinity) <= kept);
  writeFileSync(join(folder, "main", "checkpoints"), fitting.join(""));
  rmSync(join(folder, "keys"), { recursive: true });
};

const nicer = (record: JsonObject): JsonObject => ({ ...record, reason: "all was fine" });

const summary = (folder: string, keys?: readonly string[]) => {
  const { status, chains } = verifyAll(folder, keys ? { keys } : {});
  return { status, names: chains.flatMap(({ problems }) => problems.map(({ what }) => what)) };
};

// Naming a key costs nothing: only a signature shows who wrote it.
test("a trail that names the given key and is not signed with it is not taken for intact", async () => {
  const folder = await writtenTrail(12, { checkpointEvery: 5 });
  const key = listKeys(folder)[0]?.key ?? "";
  const part = `${folder}-part`;
  cpSync(folder, part, { recursive: true });
  rewritten(folder, 0, nicer);
  expect(summary(folder, [key])).toEqual({ status: "unreadable", names: ["unsigned", "unsigned"] });
  expect(summary(folder)).toEqual({ status: "unreadable", names: ["no-key", "no-key"] });
  // A beginning that was signed does not speak for what was put behind it.
  rewritten(part, 10, nicer);
  expect(verifyAll(part, { keys: [key] })).toMatchObject({
    status: "unreadable",
    chains: [{ lastCheckpoint: { size: 10 }, problems: [{ what: "unsigned", seq: 11 }] }],
  });
  // Nor do seals of a folder of keys that somebody made for it.
  const fake = await writtenTrail(1);
  cpSync(join(fake, "keys"), join(part, "keys"), { recursive: true });
  const seal = makeSeal(readFileSync(join(fake, "keys", "head.key")));
  const head = readFileSync(join(part, "main", "head"), "latin1").slice(0, slotSize);
  const slot = readSlot(head, null);
  if (!("slot" in slot)) throw new Error("no slot");
  writeFileSync(join(part, "main", "head"), slotText(slot.slot, seal).repeat(2));
  writeFileSync(join(part, "keys", "marks", "main"), slotText(slot.slot, seal));
  expect(summary(part, [key])).toEqual({ status: "unreadable", names: ["unsigned"] });
  rmSync(part, { recursive: true });
});

test("a change of the key that the old key did not sign is a forgery, and torn where a writer died", async () => {
  const folder = await writtenTrail(12, { checkpointEvery: 5 });
  const key = listKeys(folder)[0]?.key ?? "";
  const copy = `${folder}-copy`;
  cpSync(folder, copy, { recursive: true });
  const rotated = { kind: "note", note: "key-rotated", detail: { before: key, after: "A".repeat(43) } };
  rewritten(copy, 12, (record) => ({ ...record, ...rotated }));
  expect(summary(copy, [key])).toEqual({ status: "tampered", names: ["unsigned", "key-change-unsigned"] });
  rmSync(copy, { recursive: true });
  let signing = false;
  const disk: Disk = {
    ...realDisk,
    append(fd, bytes) {
      if (signing) throw new Error("killed");
      signing = Buffer.from(bytes).includes("key-rotated");
      return realDisk.append(fd, bytes);
    },
  };
  rotateKey(folder, { disk });
  for (const keys of [undefined, [key]])
    expect(summary(folder, keys)).toEqual({ status: "torn", names: ["torn-checkpoint"] });
  await more(folder, 1);
  expect(summary(folder, [key])).toEqual({ status: "intact", names: [] });
});

test("keys that are gone, or that something else stands for, are named", async () => {
  const pipe = (path: string) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  };
  const harms: [readonly string[], (keys: string) => void][] = [
    [["keys/public.json", "keys/head.key"], (keys) => rmSync(keys, { recursive: true })],
    [["keys/public.json"], (keys) => pipe(join(keys, "public.json"))],
    [["keys/public.json"], (keys) => writeFileSync(join(keys, "public.json"), "[]")],
    [["keys/head.key"], (keys) => pipe(join(keys, "head.key"))],
    [["keys/head.key"], (keys) => rmSync(join(keys, "head.key"))],
  ];
  for (const [where, harm] of harms) {
    const folder = await writtenTrail(2);
    harm(join(folder, "keys"));
    const report = verifyAll(folder);
    expect(report.status).toBe("unreadable");
    expect(report.chains[0]?.problems.map((one) => one.where)).toEqual(where);
    expect(report.chains[0]?.problems[0]?.detail).toContain("cannot be checked");
  }
});

test("a key vouches for the next one, in other chains, too", async () => {
  const folder = await writtenTrail(3);
  const { before, after } = rotateKey(folder);
  const opened = openTrail({ ...settings, chain: "later" }, folder);
  opened.write(decision(1), undefined);
  await opened.close();
  for (const key of [before, after]) {
    const report = verifyAll(folder, { keys: [key] });
    expect(report).toMatchObject({ status: "intact", problems: [] });
    expect(report.chains.flatMap(({ keys }) => keys).every(({ known }) => known)).toBe(true);
  }
  expect(verifyChain(folder, "later", { keys: [before] })).toMatchObject({
    status: "tampered",
    problems: [{ what: "key-unknown" }],
  });
  // While one writes, the private key beside it vouches for what is not signed yet.
  const busy = trail(folder, { chain: "busy" });
  busy.write(decision(1), undefined);
  expect(verifyAll(folder, { keys: [before] }).status).toBe("intact");
});

test("a private key is what its file says now: none when it is gone or another's, the same when it is back", async () => {
  const folder = await writtenTrail(1);
  const [key = ""] = listKeys(folder).map(({ key }) => key);
  const path = join(folder, "keys", `${Buffer.from(key, "base64").toString("hex").slice(0, 16)}.pem`);
  const pem = readFileSync(path, "utf8");
  expect(privateKey(folder, key)?.publicKey).toBe(key);
  rmSync(path);
  expect(privateKey(folder, key)).toBeNull();
  const other = await writtenTrail(1);
  const strange = readdirSync(join(other, "keys")).find((name) => name.endsWith(".pem")) ?? "";
  writeFileSync(path, readFileSync(join(other, "keys", strange)));
  expect(privateKey(folder, key)).toBeNull();
  writeFileSync(path, pem);
  expect(privateKey(folder, key)?.publicKey).toBe(key);
});
