import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { listChains, verifyAll } from "../../src/audit/index.ts";
import { auditFolder, decision, trail, writtenTrail } from "./trail.ts";

afterEach(() => {
  vi.useRealTimers();
});

const lockedElsewhere = (folder: string, chain: string, minutes: number) => {
  const path = join(folder, chain, "lock");
  mkdirSync(join(folder, chain), { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify({ pid: 1, start: "1", host: "gone", space: "pid:[1]", token: "t" }));
  const then = new Date(Date.now() - minutes * 60_000);
  utimesSync(path, then, then);
};

test("containers that were killed use up no chains", async () => {
  const folder = await writtenTrail(1);
  for (let turn = 0; turn < 3; turn++) {
    lockedElsewhere(folder, "main", 3);
    const opened = trail(folder);
    opened.write(decision(turn), undefined);
    await opened.close();
  }
  lockedElsewhere(folder, "main", 1);
  const opened = trail(folder);
  opened.write(decision(4), undefined);
  expect(listChains(folder)).toEqual(["main", "main.2"]);
});

// As after a long sleep: somebody else took the chain in the meantime, and has not written yet.
test("a writer whose chain was taken over goes on in another one", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const folder = auditFolder();
  const opened = trail(folder);
  opened.write(decision(1), undefined);
  lockedElsewhere(folder, "main", 0);
  const before = readFileSync(join(folder, "main", "000001.jsonl"));
  vi.advanceTimersByTime(30_000);
  opened.write(decision(2), undefined);
  await opened.close();
  expect(readFileSync(join(folder, "main", "000001.jsonl"))).toEqual(before);
  expect(listChains(folder)).toEqual(["main", "main.2"]);
  expect(verifyAll(folder)).toMatchObject({ status: "intact", chains: [{ records: 2 }, { records: 2 }] });
});
