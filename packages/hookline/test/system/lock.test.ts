import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { holdLock, isHeld, stillHeld, withLock } from "../../src/system/lock.ts";
import { temporaryFolder } from "./command.ts";

/** Where the numbers of processes count, as the system says it. */
const space = (() => {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
})();

const ownerFile = (path: string, changes: object) =>
  writeFileSync(
    path,
    JSON.stringify({ pid: process.pid, start: "", host: hostname(), space, token: "other", ...changes }),
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

describe("a lock of another machine or container", () => {
  const others = [{ host: "elsewhere" }, { space: "pid:[1]" }];
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  // Its processes are not seen from here: that the number is nobody's here says nothing.
  test.each(others)("is left to its owner while that refreshes it: %o", (other) => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, { pid: deadPid(), ...other });
    expect(holdLock(path)).toBeNull();
    utimesSync(path, minutesAgo(1), minutesAgo(1));
    expect(holdLock(path)).toBeNull();
    expect(isHeld(path)).toBe(true);
  });

  // The number may well be somebody's here.
  test.each(others)("is taken over when nobody has refreshed it for long: %o", (other) => {
    const path = join(temporaryFolder(), "lock");
    ownerFile(path, other);
    utimesSync(path, minutesAgo(3), minutesAgo(3));
    expect(isHeld(path)).toBe(false);
    const lock = holdLock(path);
    expect(lock).not.toBeNull();
    lock?.release();
    expect(existsSync(path)).toBe(false);
  });
});

describe("a lock that is held", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test("is refreshed by its owner for as long as that has it", () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const path = join(temporaryFolder(), "lock");
    const lock = holdLock(path);
    for (let turn = 0; turn < 3; turn++) {
      utimesSync(path, 1, 1);
      vi.advanceTimersByTime(20_000);
      expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(60_000);
    }
    lock?.release();
    expect(vi.getTimerCount()).toBe(0);
    ownerFile(path, { host: "elsewhere" });
    utimesSync(path, 1, 1);
    vi.advanceTimersByTime(60_000);
    expect(statSync(path).mtimeMs).toBe(1000);
  });

  test("is refreshed when it is asked for, and seen to be another's", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const path = join(temporaryFolder(), "lock");
    expect(stillHeld(path)).toBe(false);
    const lock = holdLock(path);
    utimesSync(path, 1, 1);
    expect(stillHeld(path)).toBe(true);
    expect(statSync(path).mtimeMs).toBe(1000);
    vi.advanceTimersByTime(19_999);
    expect(stillHeld(path)).toBe(true);
    expect(statSync(path).mtimeMs).toBe(1000);
    vi.advanceTimersByTime(1);
    expect(stillHeld(path)).toBe(true);
    expect(statSync(path).mtimeMs).toBeGreaterThan(1000);
    ownerFile(path, { host: "elsewhere" });
    vi.advanceTimersByTime(20_000);
    expect(stillHeld(path)).toBe(false);
    lock?.release();
    expect(existsSync(path)).toBe(true);
  });

  test("is not waited for where a pipe or a folder stands in its place", () => {
    const folder = temporaryFolder();
    spawnSync("mkfifo", [join(folder, "pipe")]);
    mkdirSync(join(folder, "folder"));
    expect(holdLock(join(folder, "pipe"))).toBeNull();
    expect(holdLock(join(folder, "folder"))).toBeNull();
  });
});
