import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyAll } from "../../src/audit/index.ts";
import { readChain } from "../../src/audit/read-chain.ts";
import { type CompiledAudit, compileAudit } from "./compiled-audit.ts";
import { auditFolder } from "./trail.ts";

let audit: CompiledAudit;
beforeAll(() => {
  audit = compileAudit("audit/verify.ts");
});
afterAll(() => audit.remove());

/** Otherwise most of what is measured is the collector's room for young objects. */
const smallRoom = { NODE_OPTIONS: "--max-semi-space-size=1" };

/** Writes so many records, then verifies and reads them in a process of its own: the most memory that it took. */
const peak = async (count: number) => {
  const folder = auditFolder();
  const write = `
    const trail = openTrail({ ...settings, rotateBytes: 4e6 }, process.env.FOLDER);
    for (let number = 1; number < ${count}; number++) trail.write(decision(number), undefined);
    await trail.close();`;
  expect(await audit.start(write, { FOLDER: folder }).ended).toMatchObject({ code: 0, stderr: "" });
  const verify = `
    import { verifyAll } from "./audit/verify.js";
    import { readChain } from "./audit/read-chain.js";
    const { status, chains } = verifyAll(process.env.FOLDER);
    let read = 0;
    for (const { record } of readChain(process.env.FOLDER, "main")) read += record.seq > 0 ? 1 : 0;
    acknowledge(JSON.stringify({ status, records: chains[0].records, read, peak: process.resourceUsage().maxRSS * 1024 }));`;
  const { stdout, stderr } = await audit.start(verify, { FOLDER: folder, ...smallRoom }).ended;
  expect(stderr).toBe("");
  const told = JSON.parse(stdout);
  expect(told).toMatchObject({ status: "intact", records: count, read: count });
  return { folder, peak: Number(told.peak) };
};

test("verifying and reading twenty times the records takes about the same memory", {
  timeout: 120_000,
}, async () => {
  const [few, many] = [await peak(1_000), await peak(20_000)];
  expect(many.peak - few.peak).toBeLessThan(32 * 1024 * 1024);
  expect(verifyAll(many.folder).chains[0]?.files).toBeGreaterThan(2);
  expect([...readChain(many.folder, "main", { fromSeq: 19_999 })].map(({ record }) => record.seq)).toEqual([
    19_999, 20_000,
  ]);
});
