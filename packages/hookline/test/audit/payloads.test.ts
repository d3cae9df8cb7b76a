import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { erasePayload, readChain, readPayload, verifyAll, verifyChain } from "../../src/audit/index.ts";
import { payloadPath } from "../../src/audit/payloads.ts";
import { auditFolder, decision, trail, writtenTrail } from "./trail.ts";

const payloadOf = (folder: string, seq: number) => {
  const [found] = readChain(folder, "main", { fromSeq: seq });
  if (!found?.record.payload) throw new Error("no payload");
  return { reference: found.record.payload, path: payloadPath(folder, "main", found.record.payload) };
};

const names = (folder: string) =>
  verifyChain(folder, "main").problems.map(({ what, seq }) => `${what} ${seq}`);

test("a payload is kept beside the chain, with a salt, for its owner alone", async () => {
  const folder = auditFolder();
  const opened = trail(folder, { payloads: "full" });
  const payload = { tool_input: { command: "ls", numbers: [1e21, -0, 0.1], __proto__: null }, odd: "\ud800" };
  opened.write(decision(1), payload);
  opened.write(decision(2), payload);
  await opened.close();
  const [one, other] = [payloadOf(folder, 2), payloadOf(folder, 3)];
  expect(one.reference).toMatchObject({ how: "salted" });
  expect(one.reference.digest).not.toBe(other.reference.digest);
  expect(statSync(one.path).mode & 0o777).toBe(0o600);
  expect(readPayload(folder, "main", one.reference)).toEqual({
    state: "kept",
    payload: JSON.parse(JSON.stringify(payload)),
  });
  expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ payloads: 2, erased: 0 }] });
});

test("a digest says nothing to whoever has no key, and the same of the same", async () => {
  const folder = await writtenTrail(2, { payloads: "digest" });
  const { reference } = payloadOf(folder, 2);
  expect(reference).toMatchObject({ how: "keyed", size: 12 });
  expect(readdirSync(join(folder, "main"))).not.toContain("payloads");
  expect(readPayload(folder, "main", reference)).toEqual({ state: "not-kept" });
  const other = payloadOf(await writtenTrail(2, { payloads: "digest" }), 2);
  expect(other.reference.digest).not.toBe(reference.digest);
});

test("a payload that is gone or changed is named; one that was erased is fine", async () => {
  const folder = await writtenTrail(4, { payloads: "full" });
  expect(erasePayload(folder, "main", 3, "asked by the person")).toEqual({
    chain: "main",
    seq: 3,
    noteIn: "main",
  });
  const erased = payloadOf(folder, 3);
  expect(readPayload(folder, "main", erased.reference)).toMatchObject({
    state: "erased",
    reason: "asked by the person",
  });
  expect(readFileSync(erased.path, "utf8")).not.toContain("number");
  expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ payloads: 4, erased: 1 }] });
  expect(() => erasePayload(folder, "main", 3, "again")).toThrow("erased already");
  expect(() => erasePayload(folder, "main", 1, "none")).toThrow("no payload is kept for record 1");
  expect(() => erasePayload(folder, "main", 77, "none")).toThrow("there is no record 77");
  const changed = payloadOf(folder, 4);
  const text = readFileSync(changed.path, "utf8");
  for (const forged of [
    text.replace("3", "4"),
    text.replace("\n", " \n"),
    "{}",
    "",
    text.replace("{", '{"x":1,'),
  ]) {
    writeFileSync(changed.path, forged);
    expect(names(folder)).toEqual(["payload-changed 4"]);
  }
  rmSync(changed.path);
  expect(names(folder)).toEqual(["payload-missing 4"]);
  // A tombstone of another record, and one that nobody announced.
  writeFileSync(changed.path, readFileSync(erased.path));
  expect(names(folder)).toEqual(["payload-changed 4"]);
  writeFileSync(changed.path, readFileSync(erased.path, "utf8").replace('"seq":3', '"seq":4'));
  expect(names(folder)).toEqual(["payload-unannounced 4"]);
  expect(verifyAll(folder).status).toBe("tampered");
});

test("a payload of a chain that is being written is erased all the same; the note stands in another", async () => {
  const folder = auditFolder();
  const opened = trail(folder, { payloads: "full" });
  opened.write(decision(1), { secret: "hunter2" });
  expect(erasePayload(folder, "main", 2, "by mistake")).toMatchObject({ noteIn: "main.2" });
  opened.write(decision(2), undefined);
  await opened.close();
  expect(verifyAll(folder)).toMatchObject({ status: "intact" });
  expect(verifyChain(folder, "main")).toMatchObject({ status: "intact", erased: 1 });
});
