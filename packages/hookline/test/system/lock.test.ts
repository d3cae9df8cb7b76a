import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { withLock } from "../../src/system/lock.ts";
import { temporaryFolder } from "./command.ts";

const ownerFile = (path: string, changes: object) =>
  writeFileSync(
    path,
    JSON.stringify({ pid: process.pid, start: "", host: hostname(), token: "other", ...changes }),
  );

/** A number that was a process's, and is nobody's now. */
const deadPid = () => spawnSync("/bin/true").pid;

describe("withLock", () => {
  test("runs one action at a time, gives its value, and leaves no file", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "deep", "lock");
    let inside = 0;
    let most = 0;
    const action = async (value: number) => {
      inside++;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside--;
      return value;
    };
    const values = await Promise.all([1, 2, 3, 4, 5, 6].map((value) => withLock(path, () => action(value))));
    expect(values).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(1);
    expect(readdirSync(join(folder, "deep"))).toEqual([]);
  });

  test("is released when the action throws", async () => {
    const path = join(temporaryFolder(), "lock");
    const failing = withLock(path, () => Promise.reject(new Error("inside")));
    await expect(failing).rejects.toThrow("inside");
    expect(existsSync(path)).toBe(false);
  });

  test("takes over the lock of a process that is gone", async () => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, { pid: deadPid() });
    expect(await withLock(path, () => "mine")).toBe("mine");
  });

  test("takes over the lock of a process whose number has a new owner", async () => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, { pid: process.pid, start: "1" });
    expect(await withLock(path, () => "mine")).toBe("mine");
  });

  test("takes over a lock that nobody signed, when it is old", async () => {
    const path = join(temporaryFolder(), "lock");
    writeFileSync(path, "");
    await expect(withLock(path, () => "never", { waitMs: 50 })).rejects.toThrow(
      "another process has held the lock",
    );
    utimesSync(path, 1, 1);
    expect(await withLock(path, () => "mine")).toBe("mine");
  });

  test("goes on after a takeover that was never finished", async () => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, { pid: deadPid() });
    writeFileSync(`${path}.takeover`, "");
    utimesSync(`${path}.takeover`, 1, 1);
    expect(await withLock(path, () => "mine")).toBe("mine");
    expect(existsSync(`${path}.takeover`)).toBe(false);
  });

  test("waits for the processes of another machine, then says who has it", async () => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, { pid: 4711, host: "elsewhere" });
    const waiting = withLock(path, () => "never", { waitMs: 50 });
    await expect(waiting).rejects.toThrow(/process 4711 on elsewhere has held the lock .* remove the file/);
    expect(existsSync(path)).toBe(true);
  });

  test("many that find the same stale lock still take turns", async () => {
    const folder = temporaryFolder();
    const path = join(folder, "lock");
    ownerFile(path, { pid: deadPid() });
    const counter = join(folder, "counter");
    writeFileSync(counter, "0");
    const add = async () => {
      const value = Number(readFileSync(counter, "utf8"));
      await new Promise((resolve) => setImmediate(resolve));
      writeFileSync(counter, String(value + 1));
    };
    await Promise.all(Array.from({ length: 20 }, () => withLock(path, add)));
    expect(readFileSync(counter, "utf8")).toBe("20");
  });
});
