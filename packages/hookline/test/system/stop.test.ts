import { spawnSync } from "node:child_process";
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
