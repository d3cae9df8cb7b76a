import { generateKeyPairSync } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  chainOrigin,
  leafHash,
  openTrail,
  type ProblemName,
  verifyAll,
  verifyChain,
} from "../../src/audit/index.ts";
import { growTree } from "../../src/audit/merkle.ts";
import { signCheckpoint } from "../../src/audit/signed-note.ts";
import { canonicalJson } from "../../src/contract/json.ts";
import { auditFolder, decision, editLines, settings, writtenTrail } from "./trail.ts";

/** 41 records in several files, a checkpoint every ten. */
const forged = async () => {
  const folder = await writtenTrail(40, { rotateBytes: 8_000, checkpointEvery: 10 });
  expect(verifyAll(folder).status).toBe("intact");
  const path = (name: string) => join(folder, "main", name);
  return { folder, path, first: path("000001.jsonl"), head: path("head"), checkpoints: path("checkpoints") };
};

const found = (folder: string) => {
  const { status, problems } = verifyChain(folder, "main");
  return { status, names: problems.map(({ what }) => what), problems };
};

const expectNamed = (folder: string, what: ProblemName, seq?: number) => {
  const { status, problems } = found(folder);
  expect(problems.map((one) => one.what)).toContain(what);
  if (seq !== undefined) expect(problems.find((one) => one.what === what)?.seq).toBe(seq);
  expect(status).toBe("tampered");
  for (const { where, detail } of problems) {
    expect(where).toMatch(/^(main|keys|the given)/);
    expect(detail.length).toBeGreaterThan(10);
  }
};

const notesOf = (path: string) =>
  readFileSync(path, "utf8")
    .split(/(?<=\n\n)(?!\u2014)/)
    .filter((note) => note !== "");

/** Makes every link right again, as somebody would who knows how it works and has no key. */
const relink = (lines: readonly string[]) => {
  let prev = "0".repeat(64);
  return lines.map((line, index) => {
    const next = canonicalJson({ ...JSON.parse(line), prev, seq: index + 1 });
    prev = leafHash(next);
    return next;
  });
};

describe("records that were", () => {
  test("flipped in any bit of any file of the chain are seen", async () => {
    const { folder, path } = await forged();
    const files = readdirSync(path("")).filter((name) => name !== "frontier");
    expect(files).toContain("000002.jsonl");
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), fc.integer({ min: 0, max: 7 }), (name, place, bit) => {
        const before = readFileSync(path(name));
        const bytes = Buffer.from(before);
        const at = place % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        writeFileSync(path(name), bytes);
        const { status, problems } = found(folder);
        writeFileSync(path(name), before);
        expect(status, `${name} at ${at}, bit ${bit}`).not.toBe("intact");
        if (name !== "head" && name !== "checkpoints") expect(status).toBe("tampered");
        expect(problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    );
    expect(verifyAll(folder).status).toBe("intact");
  });

  // shows: W-032
  test("changed are named with their line", async () => {
    const { folder, first } = await forged();
    editLines(first, (lines) =>
      lines.map((line, index) => (index === 4 ? line.replace("allow", "deny") : line)),
    );
    expectNamed(folder, "changed", 5);
    expect(found(folder).problems[0]?.where).toBe("main/000001.jsonl:6");
  });

  // shows: W-032
  test("changed, with all links made right, do not fit what was signed", async () => {
    const { folder, first } = await forged();
    editLines(first, (lines) =>
      relink(lines.map((line, index) => (index === 4 ? line.replace("allow", "deny") : line))),
    );
    expectNamed(folder, "checkpoint-root", 10);
  });

  test("the last, and changed", async () => {
    const { folder, path } = await forged();
    const last =
      readdirSync(path(""))
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .at(-1) ?? "";
    editLines(path(last), (lines) => [
      ...lines.slice(0, -1),
      (lines.at(-1) ?? "").replace("reason 40", "reason 41"),
    ]);
    expectNamed(folder, "checkpoint-root");
    // The record first: the rest follows from it.
    expect(found(folder).problems.map(({ where }) => where.split("/")[1])).toEqual([
      expect.stringMatching(/^\d{6}\.jsonl:\d+$/),
      expect.stringMatching(/^checkpoints:\d+$/),
    ]);
  });

  // shows: W-032
  test("dropped, put in, moved or doubled are named", async () => {
    const edits: [ProblemName, number, (lines: string[]) => string[]][] = [
      ["missing", 6, (lines) => lines.toSpliced(5, 1)],
      ["missing", 6, (lines) => lines.toSpliced(5, 3)],
      [
        "out-of-order",
        7,
        (lines) =>
          lines
            .toSpliced(6, 0, lines[2] ?? "")
            .toSpliced(
              6,
              1,
              relink(lines.slice(0, 7)).at(-1)?.replace("reason 6", "x") ?? "",
              lines[6] ?? "",
            ),
      ],
      ["out-of-order", 4, (lines) => lines.toSpliced(3, 2, lines[4] ?? "", lines[3] ?? "")],
      ["duplicate", 4, (lines) => lines.toSpliced(4, 0, lines[3] ?? "")],
      ["no-record", 4, (lines) => lines.toSpliced(3, 1, "{}")],
      ["no-record", 4, (lines) => lines.toSpliced(3, 1, "x".repeat(2_000_000))],
    ];
    for (const [what, seq, edit] of edits) {
      const { folder, first } = await forged();
      editLines(first, edit);
      expectNamed(folder, what, seq);
    }
  });

  test("of another chain", async () => {
    const [{ folder, first }, other] = [await forged(), await writtenTrail(20, { chain: "other" })];
    copyFileSync(join(other, "other", "000001.jsonl"), first);
    expectNamed(folder, "other-chain");
  });

  test("written by a second writer without the lock are named, one or several", async () => {
    for (const count of [1, 3]) {
      const { folder, path } = await forged();
      const last =
        readdirSync(path(""))
          .filter((name) => name.endsWith(".jsonl"))
          .sort()
          .at(-1) ?? "";
      for (let number = 0; number < count; number++) {
        const line = readFileSync(path(last), "utf8").trimEnd().split("\n").at(-1) ?? "";
        const record = JSON.parse(line);
        appendFileSync(
          path(last),
          `${canonicalJson({ ...record, seq: record.seq + 1, prev: leafHash(line) })}\n`,
        );
      }
      expectNamed(folder, "unannounced", 42);
    }
    const { folder, path } = await forged();
    const last =
      readdirSync(path(""))
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .at(-1) ?? "";
    appendFileSync(path(last), '{"half":');
    expectNamed(folder, "unannounced", 42);
  });
});

describe("an end that was cut off", () => {
  const last = (path: (name: string) => string) =>
    path(
      readdirSync(path(""))
        .filter((name) => name.endsWith(".jsonl"))
        .sort()
        .at(-1) ?? "",
    );

  // shows: W-032
  test("at a line, inside one, or with whole files", async () => {
    const one = await forged();
    editLines(last(one.path), (lines) => lines.slice(0, -1));
    expectNamed(one.folder, "cut", 41);
    const two = await forged();
    truncateSync(last(two.path), statSync(last(two.path)).size - 9);
    expectNamed(two.folder, "cut", 41);
    const three = await forged();
    rmSync(last(three.path));
    expectNamed(three.folder, "cut");
  });

  test("at a checkpoint, with the later checkpoints", async () => {
    const folder = await writtenTrail(40, { checkpointEvery: 10 });
    const path = (name: string) => join(folder, "main", name);
    editLines(path("000001.jsonl"), (lines) => lines.slice(0, 20));
    writeFileSync(path("checkpoints"), notesOf(path("checkpoints")).slice(0, 2).join(""));
    expectNamed(folder, "cut", 21);
    expectNamed(folder, "checkpoint-missing");
  });

  test("with the head removed", async () => {
    const folder = await writtenTrail(40, { checkpointEvery: 10 });
    editLines(join(folder, "main", "000001.jsonl"), (lines) => lines.slice(0, 20));
    rmSync(join(folder, "main", "head"));
    expectNamed(folder, "head-missing");
  });

  test("with everything put back to an earlier state: the mark beside the keys, and a checkpoint kept elsewhere, see it", async () => {
    const folder = await writtenTrail(10);
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true });
    const opened = openTrail(settings, folder);
    for (let number = 0; number < 5; number++) opened.write(decision(number), undefined);
    await opened.close();
    const kept = notesOf(join(folder, "main", "checkpoints")).at(-1) ?? "";
    expect(verifyAll(folder, { checkpoint: kept }).status).toBe("intact");
    rmSync(join(folder, "main"), { recursive: true });
    cpSync(join(copy, "main"), join(folder, "main"), { recursive: true });
    expectNamed(folder, "cut", 12);
    rmSync(folder, { recursive: true });
    cpSync(copy, folder, { recursive: true });
    expect(verifyAll(folder).status).toBe("intact");
    expect(verifyAll(folder, { checkpoint: kept })).toMatchObject({ status: "tampered" });
    expect(verifyAll(folder, { records: 16 })).toMatchObject({ status: "tampered" });
    rmSync(join(folder, "main"), { recursive: true });
    expect(verifyAll(folder)).toMatchObject({ status: "tampered", problems: [{ what: "chain-missing" }] });
    rmSync(copy, { recursive: true });
  });
});

describe("files that", () => {
  test("are missing, swapped or links are named", async () => {
    const one = await forged();
    rmSync(one.path("000002.jsonl"));
    expectNamed(one.folder, "missing-file");
    expectNamed(one.folder, "missing");
    const two = await forged();
    renameSync(two.path("000002.jsonl"), two.path("x"));
    renameSync(two.path("000001.jsonl"), two.path("000002.jsonl"));
    renameSync(two.path("x"), two.path("000001.jsonl"));
    expectNamed(two.folder, "swapped-file");
    const three = await forged();
    renameSync(three.path("000002.jsonl"), `${three.folder}/elsewhere`);
    symlinkSync(`${three.folder}/elsewhere`, three.path("000002.jsonl"));
    expectNamed(three.folder, "missing-file");
    const four = await forged();
    for (const number of [3, 2, 1])
      if (statSync(four.path(`00000${number}.jsonl`), { throwIfNoEntry: false }))
        renameSync(four.path(`00000${number}.jsonl`), four.path(`00000${number + 1}.jsonl`));
    expectNamed(four.folder, "missing-file");
  });

  test("hold an older or an edited head are named", async () => {
    const folder = await writtenTrail(10);
    const head = join(folder, "main", "head");
    const old = readFileSync(head);
    const opened = openTrail(settings, folder);
    for (let number = 0; number < 5; number++) opened.write(decision(number), undefined);
    await opened.close();
    writeFileSync(head, old);
    expectNamed(folder, "head-older", 11);
    const edited = readFileSync(head, "latin1").replaceAll("0000000000000011", "0000000000000009");
    writeFileSync(head, edited, "latin1");
    expectNamed(folder, "head-edited");
    writeFileSync(head, "");
    expectNamed(folder, "head-edited");
  });
});

describe("checkpoints that", () => {
  const signer = () => {
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    return {
      privateKey,
      publicKey: publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("base64"),
    };
  };

  test("are replayed, removed or changed are named", async () => {
    const one = await forged();
    const notes = notesOf(one.checkpoints);
    appendFileSync(one.checkpoints, notes[0] ?? "");
    expectNamed(one.folder, "checkpoint-replayed", 10);
    writeFileSync(one.checkpoints, notes.slice(0, -1).join(""));
    expectNamed(one.folder, "checkpoint-missing", 41);
    rmSync(one.checkpoints);
    expectNamed(one.folder, "checkpoint-missing", 41);
    writeFileSync(one.checkpoints, notes.join("").replace("\n10\n", "\n11\n"));
    expectNamed(one.folder, "checkpoint-key");
    writeFileSync(one.checkpoints, notes.join("").replace("=\n\n", "\n\n"));
    expectNamed(one.folder, "checkpoint-broken");
  });

  test("are signed with another key, over the whole chain made anew, are named", async () => {
    const folder = await writtenTrail(10);
    const forger = signer();
    const origin = chainOrigin(folder, "main");
    const path = (name: string) => join(folder, "main", name);
    const tree = growTree();
    editLines(path("000001.jsonl"), (lines) => {
      const forgedLines = relink(
        lines.map((line) => line.replace('"reason":"reason 3"', '"reason":"nothing"')),
      );
      for (const line of forgedLines) tree.add(leafHash(line));
      return forgedLines;
    });
    writeFileSync(path("checkpoints"), `${signCheckpoint(origin, tree.size, tree.root(), [forger])}\n`);
    expectNamed(folder, "checkpoint-key", 11);
    expectNamed(folder, "changed", 11);
    // Even a first record that names the forger's key, with no head to compare: the key is not one of this machine.
    const second = growTree();
    editLines(path("000001.jsonl"), (lines) => {
      const named = relink(lines.map((line) => line.replace(/"key":"[^"]*"/, `"key":"${forger.publicKey}"`)));
      for (const line of named) second.add(leafHash(line));
      return named;
    });
    writeFileSync(path("checkpoints"), `${signCheckpoint(origin, second.size, second.root(), [forger])}\n`);
    expectNamed(folder, "key-unknown", 1);
    rmSync(join(folder, "keys"), { recursive: true });
    rmSync(path("head"));
    expect(found(folder).names).toEqual(["head-missing", "no-key", "no-key"]);
    expect(
      verifyAll(folder, { keys: [signer().publicKey] }).chains[0]?.problems.map(({ what }) => what),
    ).toContain("key-unknown");
  });

  test("are of another chain are named, also where the same key signed them", async () => {
    const { folder, checkpoints } = await forged();
    const opened = openTrail({ ...settings, chain: "other", checkpointEvery: 10 }, folder);
    for (let number = 0; number < 40; number++) opened.write(decision(number), undefined);
    await opened.close();
    copyFileSync(join(folder, "other", "checkpoints"), checkpoints);
    expectNamed(folder, "checkpoint-key", 10);
    expect(found(folder).problems.map(({ detail }) => detail)).toContain(
      `the checkpoint of 10 records is of another chain: ${chainOrigin(folder, "other")}`,
    );
  });
});

test("an empty folder is no trail, and a folder that is none cannot be read", () => {
  expect(verifyAll(auditFolder())).toMatchObject({
    status: "unreadable",
    problems: [{ what: "unreadable" }],
  });
});
