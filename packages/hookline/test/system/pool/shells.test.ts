import { expect, test, vi } from "vitest";
import { createShellPool } from "../../../src/system/process/helper/pool/shell-pool.ts";
import { createPipePool } from "../../../src/system/process/pipe-pool.ts";
import { isAlive, script, until } from "../command.ts";
import { helperOf, warmHost, warmShells } from "../warm/warm-host.ts";

test("is there for what comes again and again; there are never more than 24", async () => {
  const own = warmHost("pool");
  const mine = await helperOf(own, script(""));
  const commands = Array.from({ length: 30 }, (_, index) => script(`cat; echo ${index % 15}`));
  for (let count = 0; count < 3; count++) {
    const batch = { eventId: "event", payloads: [Buffer.from("in ")], commands };
    const facts = await Promise.all(own.run(batch, new AbortController().signal));
    expect(facts.map(({ stdout }) => stdout.text)).toEqual(commands.map((_, index) => `in ${index % 15}\n`));
    await until(() => warmShells(mine).length === 24);
  }
  const shells = warmShells(mine);
  await own.close();
  await until(() => !shells.some(isAlive));
});

test("ends when its command did not come for a minute", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const pipes = createPipePool();
  const pool = createShellPool(pipes, () => false);
  try {
    await new Promise<void>((resolve) => pipes.whenReady(4, resolve));
    const request = { id: 1, command: script("echo idle"), payload: new Uint8Array(0) };
    const own = () => warmShells(process.pid, "echo idle");
    for (let count = 0; count < 2; count++) {
      pool.asked(request);
      expect(pool.take(request, () => {})).toBe(null);
      pool.answered(request);
    }
    await until(() => own().length === 1);
    vi.advanceTimersByTime(50_000);
    expect(own()).toHaveLength(1);
    vi.advanceTimersByTime(30_000);
    await until(() => own().length === 0);
  } finally {
    vi.useRealTimers();
    pool.close();
    pipes.close();
  }
});

test("one that is out of use pushes no other one out", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  const pipes = createPipePool();
  const pool = createShellPool(pipes, () => false);
  try {
    await new Promise<void>((resolve) => pipes.whenReady(4, resolve));
    const requests = Array.from({ length: 26 }, (_, id) => {
      return { id, command: script(`echo many ${id}`), payload: new Uint8Array(0) };
    });
    for (const request of [...requests, ...requests]) {
      pool.asked(request);
      pool.answered(request);
    }
    const own = () => warmShells(process.pid, "echo many");
    await until(() => own().length === 24);
    const before = own();
    vi.advanceTimersByTime(6_000);
    for (const request of requests) pool.answered(request);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(own()).toEqual(before);
  } finally {
    vi.useRealTimers();
    pool.close();
    pipes.close();
  }
});
