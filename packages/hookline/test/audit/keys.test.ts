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
import {
  isSignedBy,
  noteKeyId,
  parseCheckpoint,
  publicKeyFrom,
  type SigningKey,
  signCheckpoint,
} from "../../src/audit/signed-note.ts";
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
  expect(verifyAll(copy)).toMatchObject({ status: "intact", chains: [{ keys: [{ known: false }] }] });
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
