import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listChains, openTrail, readChain, verifyAll, verifyChain } from "../../src/audit/index.ts";
import { type CompiledAudit, compileAudit } from "./compiled-audit.ts";
import { auditFolder, decision, settings, writtenTrail } from "./trail.ts";

let audit: CompiledAudit;
beforeAll(() => {
  audit = compileAudit();
});
afterAll(() => audit.remove());

/**
 * A writer whose disk keeps a copy of the folder after each of its acts, or in the middle of one that writes: what is on the disk if
 * the process dies there. When it has gone, its lock in each copy is that of a dead process.
 */
const dying = `
import { cpSync } from "node:fs";
const { FOLDER: folder, COPIES: copies, WHEN: when, ROTATE: rotate } = process.env;
let [act, acknowledged] = [0, 0];
const copy = () => {
  try { cpSync(folder, copies + "/" + ++act, { recursive: true }); } catch (error) { if (error.code !== "ENOENT") throw error; }
  acknowledge(act + " " + acknowledged);
};
const half = (bytes) => bytes.slice(0, bytes.length / 2);
const halves = {
  append(fd, bytes) {
    const first = realDisk.append(fd, half(bytes));
    copy();
    return first + realDisk.append(fd, bytes.subarray(first));
  },
  writeAt(fd, bytes, at) {
    realDisk.writeAt(fd, half(bytes), at);
    copy();
    realDisk.writeAt(fd, bytes, at);
  },
  overwrite(path, content) {
    realDisk.overwrite(path, half(content));
    copy();
    realDisk.overwrite(path, content);
  },
  replace(path, content) {
    realDisk.replace(path + ".half.tmp", half(content));
    copy();
    realDisk.remove(path + ".half.tmp");
    realDisk.replace(path, content);
  },
};
const after = Object.fromEntries(Object.entries(realDisk).map(([name, real]) => [name, (...args) => {
  const result = real(...args);
  copy();
  return result;
}]));
const disk = when === "half" ? { ...realDisk, ...halves } : after;
const trail = openTrail({ ...settings, rotateBytes: Number(rotate), checkpointEvery: 3, payloads: "full" }, folder, { disk });
for (let number = 1; number <= 3; number++) {
  trail.write(decision(number), number === 1 ? { number } : undefined);
  acknowledged = number;
}
await trail.close();
acknowledge("closed");
`;

const eventIds = (folder: string) =>
  listChains(folder).flatMap((chain) =>
    [...readChain(folder, chain)].map(({ record }) =>
      record.kind === "note" ? record.note : record.eventId,
    ),
  );

/** What holds after any death: nothing that was acknowledged is lost, nothing looks forged, and the next writer mends it. */
const judge = async (folder: string, acknowledged: readonly string[]) => {
  const before = verifyAll(folder);
  if (before.chains.length > 0)
    expect(before, JSON.stringify(before)).toMatchObject({
      status: expect.stringMatching(/^(torn|intact)$/),
    });
  expect(eventIds(folder)).toEqual(expect.arrayContaining(acknowledged.map((number) => `e-${number}`)));
  const next = openTrail({ ...settings, payloads: "full" }, folder);
  next.write(decision(99), { number: 99 });
  await next.close();
  const after = verifyAll(folder);
  expect(after, JSON.stringify(after)).toMatchObject({ status: "intact", problems: [] });
  expect(after.chains.map(({ chain }) => chain)).toEqual(["main"]);
  const found = eventIds(folder);
  expect(found).toEqual(expect.arrayContaining([...acknowledged, "99"].map((number) => `e-${number}`)));
  if (before.chains[0]?.problems.some(({ what }) => what === "torn-line"))
    expect(found).toContain("torn-line");
  return before.chains.length === 0 ? "none" : before.status;
};

/** Every state in which a writer may die, with the records that it had acknowledged by then. */
const deaths = async (when: string, folder: string, rotate = "1900") => {
  const copies = auditFolder();
  const env = { WHEN: when, FOLDER: folder, COPIES: copies, ROTATE: rotate };
  const { code, stdout, stderr } = await audit.start(dying, env).ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/closed\n$/);
  return [...stdout.matchAll(/^(\d+) (\d+)$/gm)].map(([, act = "", last = ""]) => ({
    folder: join(copies, act),
    acknowledged: ["1", "2", "3"].slice(0, Number(last)),
  }));
};

describe("a writer that is killed", () => {
  // A new chain with its keys, and one that goes on. What is so after one act is so before the next.
  test.each(["after", "half"])("%s each of its acts", { timeout: 60_000 }, async (when) => {
    const old = await writtenTrail(1, { payloads: "full" });
    const states = new Set<string>();
    const [begun, later] = await Promise.all([deaths(when, auditFolder()), deaths(when, old)]);
    for (const { folder, acknowledged } of [...begun, ...later])
      states.add(await judge(folder, acknowledged));
    expect(begun.length).toBeGreaterThan(20);
    expect(later.length).toBeGreaterThan(15);
    expect([...states].sort()).toEqual(when === "half" ? ["intact", "none", "torn"] : ["intact", "none"]);
  });

  test("at any time, fifteen times", { timeout: 60_000 }, async () => {
    const folder = auditFolder();
    const endless = `
      const trail = openTrail({ ...settings, rotateBytes: 20000, checkpointEvery: 10 }, process.env.FOLDER);
      for (let number = Number(process.env.FROM); ; number++) {
        trail.write(decision(number), { number });
        acknowledge(number);
        if (number % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }`;
    let from = 1;
    for (let run = 0; run < 15; run++) {
      const writer = audit.start(endless, { FOLDER: folder, FROM: String(from) });
      await new Promise((resolve) => writer.child.stdout?.once("data", resolve));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
      writer.child.kill("SIGKILL");
      const { stdout } = await writer.ended;
      const last = Number(stdout.split("\n").at(-2));
      expect(last).toBeGreaterThanOrEqual(from);
      const status = verifyAll(folder).status;
      expect(["torn", "intact"]).toContain(status);
      from = last + 1_000_000;
      if (run % 5 === 4) {
        const known = new Set(eventIds(folder));
        for (const number of stdout.trim().split("\n")) expect(known).toContain(`e-${number}`);
      }
    }
    const next = openTrail(settings, folder);
    next.write(decision(0), undefined);
    await next.close();
    expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ chain: "main" }] });
  });
});

test("half a line is kept aside, and a note says so", async () => {
  const written = await writtenTrail(2);
  const torn = (await deaths("half", written, "100000")).find(
    ({ folder }) => verifyChain(folder, "main").problems[0]?.what === "torn-line",
  );
  const folder = torn?.folder ?? "";
  const [problem] = verifyChain(folder, "main").problems;
  expect(problem).toMatchObject({ where: "main/000001.jsonl:4", seq: 4 });
  const half =
    readFileSync(join(folder, "main", "000001.jsonl"), "utf8")
      .split("\n")
      .at(-1) ?? "";
  const next = openTrail(settings, folder);
  next.write(decision(3), undefined);
  await next.close();
  expect(existsSync(join(folder, "main", "000001.torn"))).toBe(true);
  expect(readFileSync(join(folder, "main", "000001.torn"), "utf8")).toBe(`${half}\n`);
  expect(verifyChain(folder, "main")).toMatchObject({
    status: "intact",
    remarks: [{ note: "torn-line", seq: 4 }],
  });
});

test("eight processes write at once, each its own chain, and nothing is lost", {
  timeout: 60_000,
}, async () => {
  const folder = auditFolder();
  const busy = `
    const trail = openTrail({ ...settings, checkpointEvery: 50, rotateBytes: 30000 }, process.env.FOLDER);
    for (let number = 0; number < 150; number++) {
      trail.write(decision(process.env.NAME + number), { number });
      if (number === 100) acknowledge("holds");
      if (number % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    await trail.close();`;
  const writers = Array.from({ length: 8 }, (_, index) =>
    audit.start(busy, { FOLDER: folder, NAME: `w${index}-` }),
  );
  const all = Promise.all(writers.map(({ ended }) => ended));
  // Verified while they write.
  while (writers.some(({ child }) => child.exitCode === null)) {
    for (const { problems } of verifyAll(folder).chains) expect(problems).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const { code, stderr } of await all) expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(verifyAll(folder)).toMatchObject({ status: "intact" });
  const ids = eventIds(folder).filter((id) => id.startsWith("e-"));
  expect(new Set(ids).size).toBe(1200);
  expect(ids).toHaveLength(1200);
});

// A verification that takes what is written meanwhile for a forgery would be believed by nobody.
test("a chain that is written without a pause is never taken for torn or forged", {
  timeout: 60_000,
}, async () => {
  const folder = auditFolder();
  const busy = `
    const trail = openTrail({ ...settings, checkpointEvery: 20, rotateBytes: 100000, payloads: "full" }, process.env.FOLDER);
    acknowledge("begun");
    for (let number = 0, until = Date.now() + 2500; Date.now() < until; number++) trail.write(decision(number), number % 10 ? undefined : { number });
    await trail.close();`;
  const writer = audit.start(busy, { FOLDER: folder });
  await new Promise((resolve) => writer.child.stdout?.once("data", resolve));
  let seen = 0;
  for (; writer.child.exitCode === null; await new Promise((resolve) => setImmediate(resolve))) {
    const report = verifyAll(folder);
    if (report.chains.length === 0) continue;
    expect(report.chains[0]?.problems).toEqual([]);
    seen++;
  }
  expect(await writer.ended).toMatchObject({ code: 0, stderr: "" });
  expect(seen).toBeGreaterThan(3);
  expect(verifyAll(folder)).toMatchObject({ status: "intact" });
});
