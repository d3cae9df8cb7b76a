import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ProcessHost } from "../../../src/contract/process.ts";
import { createShellPool } from "../../../src/system/process/helper/pool/shell-pool.ts";
import { createPipePool } from "../../../src/system/process/pipe-pool.ts";
import { isAlive, ownEnvironment, run, script, temporaryFolder, until } from "../command.ts";
import { helperOf, poolHost, runWarm, warmShells } from "./pool-host.ts";

let host: ProcessHost;
let helper: number;
beforeAll(async () => {
  host = poolHost();
  helper = await helperOf(host, script(""));
});
afterAll(() => host.close());

describe("a command in a warm shell", () => {
  test("reads a payload of 1 MB, and says as much", async () => {
    const payload = "x".repeat(1_000_000);
    const { warm } = await runWarm(host, script("cat; wc -c </dev/stdin >&2"), payload);
    expect([warm.stdout.text === payload, warm.stdout.truncated, warm.stderr.text.trim()]).toEqual([
      true,
      false,
      "1000000",
    ]);
  });

  test("may be a text of many lines and 60 KB", async () => {
    const lines = Array.from({ length: 2_000 }, (_, index) => `: 'line ${index} of a text'`);
    const { warm } = await runWarm(host, script(`${lines.join("\n")}\nno-such-program\nexit 4`));
    expect(warm.end).toEqual({ kind: "exit", code: 4 });
    expect(warm.stderr.text).toBe("/bin/sh: 2001: no-such-program: not found\n");
  });

  test("is ended at its deadline with all that it started", async () => {
    const text = "trap '' TERM; sleep 30 & echo $$ $!; wait; wait";
    const limits = { deadlineMs: 400, graceMs: 50 };
    const { warm, pid } = await runWarm(host, script(text, { env: { ...ownEnvironment }, ...limits }));
    expect(warm.end).toEqual({ kind: "timeout" });
    const [leader, ...others] = warm.stdout.text.trim().split(" ").map(Number);
    expect(leader).toBe(pid);
    expect([pid, ...others].filter(isAlive)).toEqual([]);
  });

  test("names what it left behind", async () => {
    const { warm } = await runWarm(host, script("setsid sleep 30 >/dev/null 2>&1 & echo $!"));
    expect(warm.left).toHaveLength(1);
    for (const pid of warm.left) process.kill(pid, "SIGKILL");
  });

  test("is cut off beyond its cap, and its end is kept", async () => {
    const { warm } = await runWarm(
      host,
      script("head -c 100000 /dev/zero | tr '\\0' a; echo end", { cap: 1_000 }),
    );
    expect([warm.stdout.text.length, warm.stdout.bytes, warm.stdout.truncated]).toEqual([
      1_000,
      100_004,
      true,
    ]);
    expect(warm.stdout.tail.endsWith("aend\n")).toBe(true);
  });
});

describe("a shell", () => {
  test("that was killed while it waited is not missed", async () => {
    const one = script("echo ran");
    await runWarm(host, one);
    for (let count = 0; count < 3; count++) {
      await until(() => warmShells(helper, "echo ran").length > 0);
      for (const pid of warmShells(helper, "echo ran")) process.kill(pid, "SIGKILL");
      expect((await run(host, one)).stdout.text).toBe("ran\n");
    }
  });

  test("whose folder vanished before it was there has not begun: what a new one says is told", async () => {
    const cwd = join(temporaryFolder(), "folder");
    mkdirSync(cwd);
    const marks = join(temporaryFolder(), "ran");
    const one = () => script('echo ran >>"$MARKS"', { cwd, env: { ...ownEnvironment, MARKS: marks } });
    writeFileSync(marks, "");
    await runWarm(host, one());
    await until(() => warmShells(helper, one().argv[2]).length > 0);
    const [pid = 0] = warmShells(helper, one().argv[2]);
    process.kill(pid, "SIGSTOP");
    const running = run(host, one());
    // It is out of those that wait when it was handed over; the answer to another one says that the helper has seen both.
    await run(host, script(":"));
    rmdirSync(cwd);
    process.kill(pid, "SIGCONT");
    const { end, stderr } = await running;
    expect(end).toMatchObject({ kind: "unstarted", code: "ENOENT" });
    expect(stderr.text).toBe("");
  });

  test("is there for what comes again and again; there are never more than 24", async () => {
    const own = poolHost();
    const mine = await helperOf(own, script(""));
    const commands = Array.from({ length: 30 }, (_, index) => script(`cat; echo ${index % 15}`));
    for (let count = 0; count < 3; count++) {
      const batch = { eventId: "event", payloads: [Buffer.from("in ")], commands };
      const facts = await Promise.all(own.run(batch, new AbortController().signal));
      expect(facts.map(({ stdout }) => stdout.text)).toEqual(
        commands.map((_, index) => `in ${index % 15}\n`),
      );
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
});

test("no file stays open in the helper", async () => {
  const own = poolHost();
  const mine = await helperOf(own, script(""));
  const count = () => readdirSync(`/proc/${mine}/fd`).length;
  const fire = async () => {
    const commands = [...Array.from({ length: 6 }, () => script("cat")), script("true", { cwd: "/no/such" })];
    await Promise.all(own.run({ eventId: "event", payloads: [], commands }, new AbortController().signal));
    await until(() => warmShells(mine, "cat").length === 6);
  };
  for (let round = 0; round < 3; round++) await fire();
  const before = count();
  for (let round = 0; round < 8; round++) await fire();
  // Less than one for each round: those that are made ready for the next hook, or not.
  await until(() => Math.abs(count() - before) < 8);
  await own.close();
});
