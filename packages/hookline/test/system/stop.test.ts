import { spawn, spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { stopProcesses } from "../../src/system/process/stop.ts";

test("what cannot be ended is named, and not waited for", async () => {
  // Its end is never reported, as of a process that waits inside the kernel.
  const leader = spawnSync("/bin/true").pid;
  const look = () => ({ alive: [], unsure: false });
  const target = { leader, hasExited: () => false, strays: { look, lookAfterEnd: look }, graceMs: 100 };
  const started = performance.now();
  const left = await new Promise((resolve) => stopProcesses(target, resolve));
  const ms = performance.now() - started;
  expect(left).toEqual([leader]);
  expect(ms).toBeGreaterThanOrEqual(300);
  expect(ms).toBeLessThan(100 + 250 + 500);
});

test("who has ended is not named, although a blocked loop is told so late", async () => {
  const child = spawn("/bin/sleep", ["30"], { detached: true, stdio: "ignore" });
  const leader = child.pid ?? 0;
  const look = () => ({ alive: [], unsure: false });
  const hasExited = () => child.signalCode !== null;
  // From here the loop comes to its timers before it sees anything else.
  await new Promise(setImmediate);
  const left = new Promise((resolve) =>
    stopProcesses({ leader, hasExited, strays: { look }, graceMs: 0 }, resolve),
  );
  // It was killed by now; for longer than that is waited for, this thread does nothing.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
  expect(await left).toEqual([]);
});
