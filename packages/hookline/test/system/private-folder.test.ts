import { existsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePrivateFolder, removePrivateFolder } from "../../src/system/process/private-folder.ts";
import { temporaryFolder } from "./command.ts";

const before = process.env.TMPDIR;
afterEach(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
});

test("a private folder is under TMPDIR if it is set, for the owner alone, and is removed with what is in it", () => {
  const parent = temporaryFolder();
  process.env.TMPDIR = parent;
  const folder = makePrivateFolder();
  expect(dirname(folder)).toBe(parent);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  writeFileSync(join(folder, "file"), "");
  removePrivateFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test.runIf(existsSync("/dev/shm"))("a private folder is in memory otherwise", () => {
  delete process.env.TMPDIR;
  const folder = makePrivateFolder();
  expect(dirname(folder)).toBe("/dev/shm");
  removePrivateFolder(folder);
});

test("removing a folder that is gone is no problem, and the process gets no listener too many", () => {
  const listeners = process.listenerCount("exit");
  const folders = Array.from({ length: 20 }, makePrivateFolder);
  expect(process.listenerCount("exit")).toBeLessThanOrEqual(listeners + 1);
  for (const folder of folders) removePrivateFolder(folder);
  for (const folder of folders) removePrivateFolder(folder);
  expect(process.listenerCount("exit")).toBe(listeners);
});
