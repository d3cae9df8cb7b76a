import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listChains, readChain, verifyAll, verifyChain } from "../../src/audit/index.ts";
import { countLost, tellLost } from "../../src/audit/lost-file.ts";
import { verificationLines } from "../../src/cli/audit/verification.ts";
import { HooklineError } from "../../src/contract/errors.ts";
import { type Disk, realDisk } from "../../src/system/disk.ts";
import { type CompiledAudit, compileAudit } from "./compiled-audit.ts";
import { aHook } from "./destinations/chain-files.ts";
import { auditFolder, decision, trail, writtenTrail } from "./trail.ts";

let audit: CompiledAudit;
beforeAll(() => {
  audit = compileAudit();
});
afterAll(() => audit.remove());

/** A disk whose writes go to /dev/full while it is full. */
const fullDisk = () => {
  const state = { full: false };
  const full = () => {
    const fd = openSync("/dev/full", "w");
    try {
      return writeSync(fd, "x");
    } finally {
      closeSync(fd);
    }
  };
  const disk: Disk = {
    ...realDisk,
    append: (fd, bytes) => (state.full ? full() : realDisk.append(fd, bytes)),
    overwrite: (path, content) => (state.full ? void full() : realDisk.overwrite(path, content)),
    replace: (path, content) => (state.full ? void full() : realDisk.replace(path, content)),
  };
  return { disk, state };
};

const replaced = (path: string) => {
  renameSync(path, `${path}.old`);
  writeFileSync(path, "");
};

const linked = (path: string) => {
  renameSync(path, `${path}.old`);
  symlinkSync(`${path}.old`, path);
};

const notes = (folder: string, chain = "main") =>
  [...readChain(folder, chain)].flatMap(({ record }) => (record.kind === "note" ? [record] : []));

describe("a record that cannot be written", () => {
  test("because the disk is full says so, and the next one tells how many are lost", async () => {
    const folder = auditFolder();
    const { disk, state } = fullDisk();
    const opened = trail(folder, {}, { disk });
    opened.write(decision(1), undefined);
    state.full = true;
    for (let number = 2; number <= 4; number++) {
      expect(() => opened.write(decision(number), undefined)).toThrow(/the disk is full \(ENOSPC/);
      expect(verifyAll(folder).status).toBe("intact");
    }
    expect(() => opened.write(decision(5), undefined)).toThrow(HooklineError);
    state.full = false;
    opened.write(decision(6), undefined);
    await opened.close();
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ chain: "main", lost: 4 }] });
    expect(notes(folder).at(-1)).toMatchObject({ note: "records-lost", detail: { count: 4 } });
  });

  test("for the first record leaves nothing that stops the next try", async () => {
    const folder = auditFolder();
    const { disk, state } = fullDisk();
    const opened = trail(folder, {}, { disk });
    state.full = true;
    expect(() => opened.write(decision(1), undefined)).toThrow(/disk is full/);
    state.full = false;
    opened.write(decision(2), undefined);
    await opened.close();
    expect(verifyAll(folder)).toMatchObject({
      status: "intact",
      chains: [{ chain: "main", lost: 1, records: 3 }],
    });
  });

  test("by processes that end at once is told by the next that can write, once, with how many and since when", async () => {
    const folder = await writtenTrail(1);
    const { disk, state } = fullDisk();
    state.full = true;
    const before = new Date().toISOString();
    for (const count of [2, 1]) {
      const opened = trail(folder, {}, { disk });
      for (let number = 0; number < count; number++)
        expect(() => opened.write(decision(number), undefined)).toThrow(/disk is full/);
      await opened.close();
      expect(verifyAll(folder)).toMatchObject({ status: "intact", untold: count === 2 ? 2 : 3 });
      const [answer, , last] = verificationLines(verifyAll(folder));
      expect(answer).toMatch(/^Intact: .* as it was written, but [23] records could not be written\.$/);
      expect(last).toMatch(/^[23] records could not be written, and no chain tells of it yet/);
    }
    const after = new Date().toISOString();
    for (const number of [7, 8]) {
      const opened = trail(folder);
      opened.write(decision(number), undefined);
      await opened.close();
      expect(verifyAll(folder).untold).toBe(0);
      const [answer] = verificationLines(verifyAll(folder));
      expect(answer).toBe("Intact: every record is as it was written, but 3 records could not be written.");
    }
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ lost: 3, records: 5 }] });
    const [note, ...more] = notes(folder).filter(({ note }) => note === "records-lost");
    expect(more).toEqual([]);
    expect(note?.detail).toMatchObject({ count: 3, why: expect.stringMatching(/the disk is full/) });
    expect(note && "since" in note.detail && String(note.detail.since) >= before).toBe(true);
    expect(note && "since" in note.detail && String(note.detail.since) <= after).toBe(true);
  });

  test("while others are told of is told the next time", async () => {
    const folder = await writtenTrail(1);
    for (let number = 0; number < 3; number++) countLost(folder, "main", "the first");
    const told: number[] = [];
    tellLost(folder, "main", ({ count }) => {
      told.push(count);
      countLost(folder, "main", "the second");
      // Nobody else tells of the same ones meanwhile.
      tellLost(folder, "main", () => told.push(-1));
    });
    expect(() =>
      tellLost(folder, "main", () => {
        throw new Error("not told");
      }),
    ).toThrow("not told");
    tellLost(folder, "main", ({ count }) => told.push(count));
    tellLost(folder, "main", ({ count }) => told.push(count));
    expect(told).toEqual([3, 1]);
    expect(readdirSync(join(folder, "keys", "lost", "main"))).toEqual(["count"]);
  });

  test("and cannot be counted in a file is told by the process itself", async () => {
    const folder = await writtenTrail(1);
    rmSync(join(folder, "keys", "lost"), { recursive: true });
    writeFileSync(join(folder, "keys", "lost"), "");
    const { disk, state } = fullDisk();
    state.full = true;
    const opened = trail(folder, {}, { disk });
    for (const number of [1, 2])
      expect(() => opened.write(decision(number), undefined)).toThrow(/disk is full/);
    state.full = false;
    opened.write(decision(4), undefined);
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ lost: 2 }] });
  });

  // The limit stops a write in its middle, as a disk does that becomes full.
  test("whole is taken out again, so that the chain is never broken by it", async () => {
    const folder = auditFolder();
    const text = `
      const trail = openTrail({ ...settings, rotateBytes: 1e9 }, process.env.FOLDER);
      for (let number = 0; number < 30; number++) try {
        trail.write({ ...decision(number), reason: "x".repeat(300) }, undefined);
        acknowledge(number);
      } catch (error) {
        acknowledge("failed: " + error.message);
      }
      await trail.close();`;
    const { stdout, stderr, code } = await audit.start(text, { FOLDER: folder }, "ulimit -f 8").ended;
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const written = stdout.split("\n").filter((line) => /^\d+$/.test(line));
    expect(stdout).toMatch(/failed: the audit record could not be written to .*main: /);
    expect(written.length).toBeGreaterThan(2);
    const report = verifyChain(folder, "main");
    expect(report).toMatchObject({ status: "intact", problems: [] });
    const decisions = [...readChain(folder, "main")].filter(({ record }) => record.kind === "decision");
    expect(decisions).toHaveLength(written.length);
    const next = trail(folder);
    next.write(decision(99), undefined);
    // Those that the process could not tell of before it ended are told by the next.
    const failed = stdout.split("\n").filter((line) => line.startsWith("failed")).length;
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ lost: failed }] });
  });

  test("because the file was removed, replaced or cut is told, and the next goes to a chain of its own", async () => {
    const harms: [RegExp, (path: string) => void][] = [
      [/was removed/, (path) => rmSync(path)],
      [/was replaced/, replaced],
      [/was replaced/, linked],
      [/was cut/, (path) => truncateSync(path, 10)],
      [/was written by somebody else/, (path) => writeFileSync(path, "{}\n", { flag: "a" })],
    ];
    for (const [message, harm] of harms) {
      const folder = auditFolder();
      const opened = trail(folder);
      opened.write(decision(1), undefined);
      harm(join(folder, "main", "000001.jsonl"));
      expect(() => opened.write(decision(2), undefined)).toThrow(message);
      opened.write(decision(3), undefined);
      await opened.close();
      expect(verifyChain(folder, "main").status).toBe("tampered");
      expect(verifyChain(folder, "main.2")).toMatchObject({ status: "intact", lost: 1 });
      expect(notes(folder, "main.2").map(({ note }) => note)).toEqual([
        "chain-opened",
        "chain-refused",
        "records-lost",
      ]);
      // Told once: the next writer goes to the same chain, and says no more.
      const next = trail(folder);
      next.write(decision(4), undefined);
      expect(listChains(folder)).toEqual(["main", "main.2"]);
      expect(notes(folder, "main.2")).toHaveLength(3);
    }
  });

  test("while another process cuts the file again and again is told each time, and what was acknowledged before stays told", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    opened.write(decision(0), undefined);
    const text = `
      import { readdirSync, truncateSync } from "node:fs";
      import { join } from "node:path";
      acknowledge("begun");
      for (const until = Date.now() + 400; Date.now() < until; )
        for (const chain of readdirSync(process.env.FOLDER)) try { truncateSync(join(process.env.FOLDER, chain, "000001.jsonl"), 5); } catch {}`;
    const writer = audit.start(text, { FOLDER: folder });
    await new Promise((resolve) => writer.child.stdout?.once("data", resolve));
    let failed = 0;
    for (let number = 1; writer.child.exitCode === null && number < 2_000; number++) {
      try {
        opened.write(decision(number), undefined);
      } catch (error) {
        expect(error).toBeInstanceOf(HooklineError);
        failed++;
      }
      if (number % 5 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    await writer.ended;
    expect(failed).toBeGreaterThan(0);
    expect(verifyAll(folder).status).toBe("tampered");
    expect(listChains(folder).length).toBeLessThanOrEqual(256);
  });

  test("because the folder is a link, or open to others, is refused and says which", async () => {
    const elsewhere = auditFolder();
    mkdirSync(elsewhere, { recursive: true });
    const whole = auditFolder();
    symlinkSync(elsewhere, whole);
    expect(() => trail(whole).write(decision(1), undefined)).toThrow(/is a link/);
    expect(readdirSync(elsewhere)).toEqual([]);
    const open = auditFolder();
    mkdirSync(open, { recursive: true, mode: 0o700 });
    chmodSync(open, 0o777);
    expect(() => trail(open).write(decision(1), undefined)).toThrow(/can be written by others: chmod go-w/);
  });

  test.skipIf(process.getuid?.() === 0)("because the folder is read-only says so", async () => {
    const folder = await writtenTrail(1);
    chmodSync(join(folder, "main"), 0o500);
    expect(() => trail(folder).write(decision(2), undefined)).toThrow(/this user may not write there/);
    chmodSync(join(folder, "main"), 0o700);
    chmodSync(dirname(folder), 0o500);
    expect(() => trail(join(dirname(folder), "other")).write(decision(2), undefined)).toThrow(
      /may not write/,
    );
    chmodSync(dirname(folder), 0o700);
  });

  test("because a file stands where the folder should be says so", () => {
    const folder = auditFolder();
    writeFileSync(folder, "");
    expect(() => trail(folder).write(decision(1), undefined)).toThrow(/is no folder/);
  });

  test("because the trail was closed says so", async () => {
    const opened = trail(auditFolder());
    await opened.close();
    expect(() => opened.write(decision(1), undefined)).toThrow("the audit trail was closed");
  });

  test("as it is, for it is too long, keeps the beginning of its texts", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    opened.write(decision(1, "x".repeat(3_000_000)), undefined);
    opened.write(decision(2, "\ud800 alone, \u0000, é, 漢 and \u2028"), undefined);
    await opened.close();
    expect(verifyAll(folder)).toMatchObject({ status: "intact" });
    const [, long, odd] = [...readChain(folder, "main")];
    expect(long?.line.length).toBeLessThan(5_000);
    expect(long?.line).toMatch(/x… \(2998976 more characters; SHA-256 of all [0-9a-f]{64}\)/);
    expect(odd?.record).toMatchObject({ reason: "\ud800 alone, \u0000, é, 漢 and \u2028" });
  });

  test("as it is, for it has very many hooks, keeps the first of them, and how many and which there were", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    const hooks = (count: number, length: number) =>
      Array.from({ length: count }, (_, index) => ({ ...aHook, id: `${index}-${"漢".repeat(length)}` }));
    const faults = Array.from({ length: 3_000 }, (_, index) => `${index} ${"f".repeat(900)}`);
    const agents = Array.from({ length: 9_000 }, (_, index) => ({ id: `${index}`.repeat(200), type: "x" }));
    opened.write({ ...decision(1), hooks: hooks(1000, 1000), faults }, undefined);
    opened.write({ ...decision(2), actor: { ...decision(2).actor, agents } }, undefined);
    opened.write(
      { ...decision(3), hooks: [{ ...aHook, rules: hooks(20_000, 300).map(({ id }) => id) }] },
      undefined,
    );
    await opened.close();
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ records: 4, lost: 0 }] });
    const [, first, second, third] = [...readChain(folder, "main")].map(({ record }) => record);
    expect(first).toMatchObject({
      verdict: "allow",
      leftOut: [
        { list: "faults", count: expect.any(Number), sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        { list: "hooks", count: expect.any(Number) },
      ],
    });
    if (first?.kind !== "decision" || second?.kind !== "decision" || third?.kind !== "decision")
      throw new Error("no decisions");
    expect(first.hooks.length).toBeGreaterThan(0);
    expect(first.hooks.length + (first.leftOut?.[1]?.count ?? 0)).toBe(1000);
    expect(first.hooks[0]).toMatchObject({ verdict: "deny", id: expect.stringMatching(/^0-漢/) });
    expect(second.leftOut).toMatchObject([{ list: "agents" }]);
    expect(third.leftOut).toMatchObject([{ list: "rules" }]);
  });

  test("as it is, whatever is in it, is never the reason that it is lost", async () => {
    const folder = auditFolder();
    const opened = trail(folder);
    const wide = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`name ${index} ${"n".repeat(50)}`, index]),
    );
    opened.write({ kind: "note", note: "wide", actor: decision(1).actor, detail: wide }, undefined);
    opened.write(
      { kind: "note", note: "named", actor: decision(1).actor, detail: { ["n".repeat(2_000_000)]: 1 } },
      undefined,
    );
    await opened.close();
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ records: 3, lost: 0 }] });
    expect(notes(folder).map(({ note }) => note)).toEqual(["chain-opened", "wide", "named"]);
  });
});
