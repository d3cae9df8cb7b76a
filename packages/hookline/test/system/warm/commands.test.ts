import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../../src/contract/process.ts";
import { isAlive, ownEnvironment, run, script, temporaryFolder, until } from "../command.ts";
import { helperOf, onEachWarm, runWarm, warmHost, warmShells } from "./warm-host.ts";

onEachWarm((kind) => {
  let host: ProcessHost;
  let helper: number;
  beforeAll(async () => {
    host = warmHost(kind);
    helper = await helperOf(host, script(""));
  });
  afterAll(() => host.close());

  describe("a command in a warm shell", () => {
    test("reads a payload of 1 MB, and prints as much", async () => {
      const payload = "x".repeat(1_000_000);
      const { warm } = await runWarm(host, script("tee /dev/stderr", { cap: 2_000_000 }), payload);
      expect([warm.stdout.text === payload, warm.stderr.text === payload]).toEqual([true, true]);
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
  });

  test("no file stays open in the helper", async () => {
    const own = warmHost(kind);
    const mine = await helperOf(own, script(""));
    const count = () => readdirSync(`/proc/${mine}/fd`).length;
    const fire = async (shells: number) => {
      const commands = [
        ...Array.from({ length: 3 }, () => script("cat")),
        script("true", { cwd: "/no/such" }),
      ];
      await Promise.all(own.run({ eventId: "event", payloads: [], commands }, new AbortController().signal));
      await until(() => warmShells(mine).length >= shells);
    };
    // As many as are asked for at once, once that is known.
    for (const shells of [0, 1, 4]) await fire(shells);
    const before = count();
    for (let round = 0; round < 8; round++) await fire(4);
    // Less than one for each round: those that are made ready for the next hook, or not.
    await until(() => Math.abs(count() - before) < 8);
    await own.close();
  });
});
