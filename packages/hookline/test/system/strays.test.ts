import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { uuidv7 } from "../../src/system/identifiers.ts";
import { isThread, newestPid, pidsBetween, readProcess } from "../../src/system/process/process-table.ts";
import { trackStrays } from "../../src/system/process/strays.ts";
import { ownEnvironment, until } from "./command.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Starts a sleeper and waits until it is one. */
async function sleeper(env: Readonly<Record<string, string>>): Promise<number> {
  const child = spawn("/bin/sleep", ["30"], { env, detached: true, stdio: "ignore" });
  started.push(child);
  const { pid = 0 } = child;
  await until(() => readProcess(pid)?.holds("") === "yes" || readProcess(pid)?.holds("") === "empty");
  return pid;
}

/** The number of a process that has ended without children. */
const endedLeader = () => spawnSync("/bin/true").pid;

describe("the table of processes", () => {
  test("has this process", () => {
    const row = readProcess(process.pid);
    expect(row).toMatchObject({ pid: process.pid, parent: process.ppid, dead: false });
    expect(row?.start).toMatch(/^\d+$/);
  });

  test("has nothing for a number that is nobody's", () => {
    expect(readProcess(2 ** 30)).toBeNull();
  });

  test("knows that a process has ended before its parent asked", async () => {
    const child = spawn("/bin/sh", ["-c", "sleep 0 & exec sleep 30"], { stdio: "ignore" });
    started.push(child);
    const { pid = 0 } = child;
    const children = () => pidsBetween(pid, newestPid() ?? 0).flatMap((one) => readProcess(one) ?? []);
    await until(() => children().some(({ parent, dead }) => parent === pid && dead));
  });

  test("tells threads from processes", () => {
    const threads = readdirSync("/proc/self/task").map(Number);
    expect(threads.filter(isThread)).toEqual(threads.filter((thread) => thread !== process.pid));
    expect(threads.length).toBeGreaterThan(1);
  });

  test("knows the newest process", async () => {
    const pid = await sleeper({});
    const newest = newestPid() ?? 0;
    expect(pidsBetween(pid - 1, newest)).toContain(pid);
    expect(pidsBetween(0, 0)).toContain(pid);
    expect(pidsBetween(0, pid)).toContain(pid);
    expect(pidsBetween(pid, pid + 1000)).not.toContain(pid);
  });
});

describe("the strays of a hook", () => {
  test("are found by the cookie in their environment, and remembered without it", async () => {
    const cookie = uuidv7();
    const strays = trackStrays(endedLeader(), cookie);
    expect(strays.look().alive).toEqual([]);
    const pid = await sleeper({ ...ownEnvironment, HOOKLINE_RUN_ID: cookie });
    await sleeper(ownEnvironment);
    expect(strays.look().alive.map((row) => row.pid)).toEqual([pid]);
    expect(strays.look().alive.map((row) => row.pid)).toEqual([pid]);
    started[0]?.kill("SIGKILL");
    await until(() => readProcess(pid) === null);
    expect(strays.look().alive).toEqual([]);
  });

  test("are found although the numbers of processes began anew since", async () => {
    const cookie = uuidv7();
    const pid = await sleeper({ ...ownEnvironment, HOOKLINE_RUN_PARENTS: `other,${cookie}` });
    const strays = trackStrays(2 ** 22 - 1, cookie);
    expect(strays.look().alive.map((row) => row.pid)).toEqual([pid]);
  });

  test("are not those with an empty environment, which is seen at the second look", async () => {
    const strays = trackStrays(endedLeader(), uuidv7());
    await sleeper({});
    expect(strays.look()).toEqual({ alive: [], unsure: true });
    // Others of this machine may be starting just now.
    await until(() => !strays.look().unsure);
    expect(strays.look().alive).toEqual([]);
  });

  test.each(["", "1", "short"])(
    "are nobody's where the cookie is %j: it would be in every environment",
    async (cookie) => {
      const strays = trackStrays(endedLeader(), cookie);
      const pid = await sleeper({ ...ownEnvironment, HOOKLINE_RUN_ID: cookie });
      expect(strays.look().alive.map((row) => row.pid)).not.toContain(pid);
    },
  );
});
