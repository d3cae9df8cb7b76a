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
import { describe, expect, test } from "vitest";
import { slotSize } from "../../src/audit/head.ts";
import { listChains, openTrail, readChain, verifyAll, verifyChain } from "../../src/audit/index.ts";
import { isHalfCheckpoint, parseCheckpoint } from "../../src/audit/signed-note.ts";
import { type Disk, realDisk } from "../../src/system/disk.ts";
import { auditFolder, decision, editLines, settings, trail, writtenTrail } from "./trail.ts";

const found = (folder: string) => {
  const { status, problems } = verifyChain(folder, "main");
  return { status, problems: problems.map(({ what, where, seq }) => `${what} ${where} ${seq}`) };
};

const more = async (folder: string, count = 1, changes = {}) => {
  const opened = openTrail({ ...settings, ...changes }, folder);
  for (let number = 1; number <= count; number++) opened.write(decision(number), undefined);
  await opened.close();
};

/** The next writer must not go on with a chain that does not hold. */
const expectRefused = async (folder: string) => {
  await more(folder);
  expect(listChains(folder)).toContain("main.2");
  const notes = [...readChain(folder, "main.2")].map(({ record }) => record.kind === "note" && record.note);
  expect(notes).toContain("chain-refused");
};

/** Writes until the disk dies at an act; the lock is gone as it is with a dead process. */
const dying = (
  folder: string,
  act: (name: keyof Disk, bytes: string, at: number) => "half" | "after" | null,
) => {
  let dead = false;
  const step = <A extends unknown[], R>(
    name: keyof Disk,
    real: (...args: A) => R,
    half: (...args: A) => void,
  ) => {
    return (...args: A): R => {
      if (dead) throw new Error("nothing is written by the dead");
      const how = act(name, String(args[1]), Number(args[2]));
      if (how === null) return real(...args);
      dead = true;
      if (how === "half") half(...args);
      else real(...args);
      throw new Error("killed");
    };
  };
  const { append, writeAt, cut, ...rest } = realDisk;
  const first = (bytes: Uint8Array) => bytes.subarray(0, bytes.length / 2);
  const disk: Disk = {
    ...rest,
    append: step("append", append, (fd, bytes) => append(fd, first(bytes))),
    writeAt: step("writeAt", writeAt, (fd, bytes, at) => writeAt(fd, first(bytes), at)),
    cut: step("cut", cut, () => {}),
  };
  const opened = openTrail(settings, folder, { disk });
  try {
    opened.write(decision(1), undefined);
    void opened.close();
  } catch {
    // As it should be.
  }
  expect(dead).toBe(true);
  rmSync(join(folder, "main", "lock"), { force: true });
};

describe("an older copy of a chain that is put back", () => {
  test("is seen by its mark, also before anything is signed, and is not continued", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    opened.write(decision(1), undefined);
    const [old, stolen] = [`${folder}-old`, `${folder}-stolen`];
    cpSync(join(folder, "main"), old, { recursive: true });
    for (let number = 2; number <= 4; number++) opened.write(decision(number), undefined);
    cpSync(folder, stolen, { recursive: true });
    expect(found(stolen)).toEqual({ status: "intact", problems: [] });
    rmSync(join(stolen, "main"), { recursive: true });
    cpSync(old, join(stolen, "main"), { recursive: true });
    rmSync(join(stolen, "main", "lock"));
    expect(found(stolen)).toEqual({ status: "tampered", problems: ["cut keys/marks/main 3"] });
    await expectRefused(stolen);
    for (const path of [old, stolen]) rmSync(path, { recursive: true });
  });

  test("is seen where it is as long as the other one, and its head is gone", async () => {
    const folder = await writtenTrail(3);
    const other = await writtenTrail(3);
    rmSync(join(folder, "main"), { recursive: true });
    cpSync(join(other, "main"), join(folder, "main"), { recursive: true });
    rmSync(join(folder, "main", "head"));
    expect(found(folder).problems).toContain("changed keys/marks/main 4");
  });

  test("is seen if nothing is put back: the chain was never signed, and is gone", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    opened.write(decision(1), undefined);
    expect(existsSync(join(folder, "main", "checkpoints"))).toBe(false);
    rmSync(join(folder, "main"), { recursive: true });
    expect(verifyAll(folder)).toMatchObject({
      status: "tampered",
      problems: [{ what: "chain-missing", where: "main" }],
    });
    await expectRefused(folder);
    // One that was opened, and never had a record, is none.
    const empty = auditFolder();
    dying(empty, (name) => (name === "append" ? "after" : null));
    rmSync(join(empty, "main"), { recursive: true });
    expect(verifyAll(empty).problems).toMatchObject([{ what: "unreadable" }]);
  });

  test("with its mark: a mark that is gone or edited is named", async () => {
    const one = await writtenTrail(2);
    rmSync(join(one, "keys", "marks", "main"));
    expect(found(one)).toEqual({ status: "tampered", problems: ["mark-missing keys/marks/main null"] });
    await expectRefused(one);
    const two = await writtenTrail(2);
    const mark = readFileSync(join(two, "keys", "marks", "main"), "latin1");
    writeFileSync(join(two, "keys", "marks", "main"), mark.replace("0000000000000003", "0000000000000001"));
    expect(found(two)).toEqual({ status: "tampered", problems: ["mark-edited keys/marks/main null"] });
    await expectRefused(two);
  });
});

describe("a head", () => {
  const edited = async (edit: (text: string) => string) => {
    const folder = await writtenTrail(3);
    const head = join(folder, "main", "head");
    const text = readFileSync(head, "latin1");
    expect(edit(text)).not.toBe(text);
    writeFileSync(head, edit(text), "latin1");
    expect(found(folder)).toEqual({ status: "tampered", problems: ["head-edited main/head null"] });
    await expectRefused(folder);
  };

  test("is torn only as a writer tears it: another count is an edit", async () => {
    await edited((text) => text.replace(/^hookline-head \d{12}/, "hookline-head 999999999999"));
    await edited((text) => text.replace(/(\d{12})( *\n)$/, "999999999999$2"));
    await edited((text) => `${text.slice(0, slotSize + 60)}junk${text.slice(slotSize + 64)}`);
  });

  test("of two slots that never stood together is an edit", async () => {
    const folder = await writtenTrail(1);
    const head = join(folder, "main", "head");
    const old = readFileSync(head);
    await more(folder, 3);
    const now = readFileSync(head);
    const mixed = [
      [old, now],
      [now, old],
    ].map(([first = now, second = now]) =>
      Buffer.concat([first.subarray(0, slotSize), second.subarray(slotSize)]),
    );
    for (const bytes of mixed) {
      writeFileSync(head, bytes);
      expect(found(folder).problems).toEqual(["head-edited main/head null"]);
    }
  });

  // Whoever dies twice must not look like a forger.
  test("is mended before the next record is announced", async () => {
    const acknowledging = (when: "half" | "after") => (name: keyof Disk, bytes: string, at: number) =>
      name === "writeAt" && at === 0 && bytes.startsWith("hookline-head") ? when : null;
    const announced = (name: keyof Disk, _bytes: string, at: number) =>
      name === "writeAt" && at === slotSize ? "after" : null;
    const written = (name: keyof Disk) => (name === "append" ? "after" : null);
    for (const first of [acknowledging("half"), acknowledging("after"), written])
      for (const second of [announced, acknowledging("half"), acknowledging("after"), written]) {
        const folder = await writtenTrail(2);
        dying(folder, first);
        expect(JSON.stringify(found(folder))).not.toContain("tampered");
        dying(folder, second);
        expect(JSON.stringify(found(folder))).not.toContain("tampered");
        await more(folder);
        expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ chain: "main" }] });
      }
  });
});

describe("what stands behind the last", () => {
  test("checkpoint is torn only if it is the beginning of the next one", async () => {
    const folder = await writtenTrail(3);
    const path = join(folder, "main", "checkpoints");
    const whole = readFileSync(path, "utf8");
    for (const junk of ["junk", "junk\n", whole.slice(0, 60), `${whole.slice(0, -1)}x`]) {
      writeFileSync(path, whole + junk);
      expect(found(folder).problems).toEqual(["checkpoint-broken main/checkpoints null"]);
    }
    await expectRefused(folder);
    const torn = await writtenTrail(3);
    dying(torn, (name, bytes) =>
      name === "append" && bytes.includes("hookline/") && !bytes.startsWith("{") ? "half" : null,
    );
    expect(found(torn)).toEqual({ status: "torn", problems: ["torn-checkpoint main/checkpoints null"] });
    await more(torn);
    expect(verifyAll(torn)).toMatchObject({ status: "intact", chains: [{ chain: "main" }] });
    // Wherever a writer dies in it.
    const [note = ""] = whole.split(/(?<=\n)\n(?!\u2014)/);
    const { origin, size, root } = parseCheckpoint(note) ?? { origin: "", size: 0, root: "" };
    const bytes = Buffer.from(note + note.slice(note.indexOf("\u2014")));
    for (let end = 0; end <= bytes.length; end++)
      expect(isHalfCheckpoint(bytes.subarray(0, end).toString(), origin, size, root), `${end}`).toBe(true);
    for (const [other, count] of [
      [`${origin}x`, size],
      [origin, size + 1],
    ] as const)
      expect(isHalfCheckpoint(note, other, count, root)).toBe(false);
  });

  test("record is torn only if it is shorter than the one that was announced", async () => {
    const folder = await writtenTrail(3);
    dying(folder, (name, _bytes, at) => (name === "writeAt" && at === slotSize ? "after" : null));
    const file = join(folder, "main", "000001.jsonl");
    const before = readFileSync(file);
    appendFileSync(file, '{"half":');
    expect(found(folder).problems).toEqual(["torn-line main/000001.jsonl:5 5"]);
    writeFileSync(file, before);
    appendFileSync(file, "x".repeat(5_000));
    expect(found(folder).problems).toEqual(["unannounced main/000001.jsonl:5 5"]);
    await expectRefused(folder);
  });
});

describe("files", () => {
  test("that were joined into one are named: each record is where it was written", async () => {
    const folder = await writtenTrail(12, { rotateBytes: 3_000 });
    const [last = "", before = ""] = readdirSync(join(folder, "main"))
      .filter((name) => name.endsWith(".jsonl"))
      .sort()
      .reverse()
      .map((name) => join(folder, "main", name));
    appendFileSync(before, readFileSync(last));
    rmSync(last);
    expect(found(folder).problems).toEqual([expect.stringMatching(/^swapped-file /)]);
    await expectRefused(folder);
  });

  test("that are missing are named as a range, however many, and odd names are none", async () => {
    const folder = await writtenTrail(2);
    for (const name of [`1${"0".repeat(24)}`, "0000001", "1".repeat(11)])
      writeFileSync(join(folder, "main", `${name}.jsonl`), "");
    expect(found(folder).status).toBe("intact");
    writeFileSync(join(folder, "main", "300000000.jsonl"), "");
    expect(verifyChain(folder, "main").problems).toEqual([
      {
        ...{ what: "missing-file", where: "main/000002.jsonl", seq: null },
        detail: "this file and those up to 299999999.jsonl are missing",
      },
    ]);
  });

  test("that cannot be read are named, and the rest is judged", async () => {
    const pipe = (path: string) => {
      rmSync(path);
      execFileSync("mkfifo", [path]);
    };
    const make = () => writtenTrail(30, { rotateBytes: 4_000, checkpointEvery: 10 });
    const middle = await make();
    pipe(join(middle, "main", "000002.jsonl"));
    expect(found(middle).problems).toEqual(["missing-file main/000002.jsonl null"]);
    editLines(join(middle, "main", "000003.jsonl"), ([first = "", ...rest]) => [
      first.replace("reason", "raison"),
      ...rest,
    ]);
    expect(found(middle).problems).toEqual([
      "missing-file main/000002.jsonl null",
      expect.stringMatching(/^changed main\/000003\.jsonl:2 /),
    ]);
    const count = readdirSync(join(middle, "main")).filter((name) => name.endsWith(".jsonl")).length;
    for (const name of ["000001.jsonl", `00000${count}.jsonl`, "head", "checkpoints"]) {
      const folder = await make();
      pipe(join(folder, "main", name));
      const { status, problems } = found(folder);
      expect({ status, first: problems[0] }).toEqual({
        status: "tampered",
        first: `missing-file main/${name} null`,
      });
      expect(problems.length, problems.join("\n")).toBeLessThanOrEqual(name === "checkpoints" ? 2 : 1);
    }
    const marked = await make();
    pipe(join(marked, "keys", "marks", "main"));
    expect(found(marked).problems).toEqual(["missing-file keys/marks/main null"]);
    expect(verifyAll(marked, { checkpoint: "none" }).status).toBe("tampered");
  });
});

test("a chain whose checkpoints were taken away is not continued", async () => {
  const folder = await writtenTrail(3);
  rmSync(join(folder, "main", "checkpoints"));
  await expectRefused(folder);
  expect(verifyChain(folder, "main").problems).toMatchObject([{ what: "checkpoint-missing" }]);
});
