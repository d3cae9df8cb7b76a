import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bin, command, isAlive, pidFile, run, script, until } from "../command.ts";
import { helperPath, hostOf } from "./program.ts";

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe.skipIf(helperPath === null)("while the agent's event loop is blocked", () => {
  const open = () => hostOf([helperPath ?? ""]);

  test("deadlines are kept", async () => {
    const { env, pids } = pidFile();
    const host = open();
    await run(host, script(":"));
    const hook = command([bin("ignore-sigterm")], { env, deadlineMs: 400, graceMs: 50 });
    const running = run(host, hook);
    await until(() => pids().length === 2);
    block(1_000);
    // Nothing has been read from the helper since.
    expect(pids().filter(isAlive)).toEqual([]);
    const facts = await running;
    expect(facts).toMatchObject({ end: { kind: "timeout" }, left: [] });
    expect(facts.durationMs).toBeGreaterThanOrEqual(450);
    expect(facts.durationMs).toBeLessThan(1_000);
  });

  test("who prints more than the helper keeps waits, and all of it arrives", async () => {
    const host = open();
    const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
    const { env, pids } = pidFile();
    const size = 20_000_000;
    const flood = run(host, script(`head -c ${size} /dev/zero | tr '\\0' x`, { cap: 2 * size }));
    const hook = command([bin("ignore-sigterm")], { env, deadlineMs: 400, graceMs: 0 });
    const stopped = run(host, hook);
    await until(() => pids().length === 2);
    block(1_000);
    const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${helper}/status`, "utf8"))?.[1]);
    expect(pids().filter(isAlive)).toEqual([]);
    expect(memory).toBeLessThan(8 * 1024);
    const facts = await flood;
    expect(facts.end).toEqual({ kind: "exit", code: 0 });
    expect(facts.stdout).toMatchObject({ bytes: size, truncated: false });
    expect(facts.stdout.text).toHaveLength(size);
    expect((await stopped).end).toEqual({ kind: "timeout" });
  });

  // 4 to 17 in a hundred are cut short when a process is believed to be over at its exit.
  test("800 of 800 outputs are whole", async () => {
    const host = open();
    let busy = true;
    const keepBusy = () => {
      block(4);
      if (busy) setImmediate(keepBusy);
    };
    keepBusy();
    let whole = 0;
    for (let round = 0; round < 20; round++) {
      const commands = Array.from({ length: 40 }, () => script("head -c 2000 /dev/zero; echo error >&2"));
      const batch = { eventId: "event", payloads: [], commands };
      for (const { stdout, stderr } of await Promise.all(host.run(batch, new AbortController().signal)))
        if (stdout.bytes === 2000 && stderr.text === "error\n") whole++;
    }
    busy = false;
    expect(whole).toBe(800);
  });
});
