import { spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { ownPrefix, removeLeftFolders } from "../../src/system/process/left-folders.ts";
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

test("what a process has left that was killed is removed, and nothing that is of anybody else or still in use", async () => {
  const parent = temporaryFolder();
  const killed = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  const name = (pid: number, space = "", end = "AbC123") =>
    join(parent, ownPrefix().replace(/-(\w+)-\w+-$/, `-$1${space}-${pid.toString(36)}-${end}`));
  const dead = killed.pid ?? 0;
  const left = [name(dead), name(dead, "", "dEf456")];
  const kept = [
    name(process.pid),
    name(process.ppid),
    name(dead, "x"),
    name(dead, "", "open00"),
    join(parent, "hookline-AbC123"),
    join(parent, "others"),
  ];
  for (const folder of [...left, ...kept]) {
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, "payload"), "secret");
  }
  chmodSync(name(dead, "", "open00"), 0o755);
  symlinkSync(join(parent, "others"), name(dead, "", "link00"));
  removeLeftFolders(parent);
  expect(left.every(existsSync)).toBe(true);
  const gone = new Promise((resolve) => killed.once("exit", resolve));
  killed.kill("SIGKILL");
  await gone;
  removeLeftFolders(parent);
  expect(left.filter(existsSync)).toEqual([]);
  expect(kept.filter((folder) => !existsSync(join(folder, "payload")))).toEqual([]);
  removeLeftFolders(join(parent, "no such folder"));
});
