import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { takeLock } from "../../src/session/lock.ts";
import { scratchStore } from "./scratch-store.ts";

it("gives a lock to one at a time, in one process too", () => {
  const path = join(scratchStore().root, "s.lock");
  const unlock = takeLock(path, "session s");
  expect(() => takeLock(path, "session s")).toThrow(/session s is in use by this process: .*s\.lock/);
  unlock();
  expect(existsSync(path)).toBe(false);
  takeLock(path, "session s")();
});

it("names the living process that has it", async () => {
  const path = join(scratchStore().root, "s.lock");
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other, "spawn");
  writeFileSync(path, JSON.stringify({ pid: other.pid, began: null }));
  expect(() => takeLock(path, "session s")).toThrow(`in use by process ${other.pid}`);
});

it("takes over what a dead process, an earlier one with the same number, or nobody left", async () => {
  const { root } = scratchStore();
  const path = join(root, "s.lock");
  const dead = spawnSync("true").pid;
  const other = spawn("sleep", ["60"]);
  onTestFinished(() => void other.kill("SIGKILL"));
  await once(other, "spawn");
  const left = [
    JSON.stringify({ pid: dead, began: null }),
    JSON.stringify({ pid: process.pid, began: null }),
    "",
    "nonsense",
    '{"pid":-1}',
    ...(existsSync("/proc/self/stat") ? [JSON.stringify({ pid: other.pid, began: "1" })] : []),
  ];
  for (const text of left) {
    writeFileSync(path, text);
    const unlock = takeLock(path, "session s");
    expect(JSON.parse(readFileSync(path, "utf8")).pid).toBe(process.pid);
    unlock();
  }
  expect(readdirSync(root)).toEqual([]);
});
