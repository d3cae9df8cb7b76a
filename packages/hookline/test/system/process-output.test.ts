import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../src/contract/process.ts";
import { bin, command, isAlive, pidFile, run, script, temporaryFolder } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost) => {
  let host: ProcessHost;
  beforeAll(() => {
    host = createHost();
  });
  afterAll(() => host.close());

  describe("output", () => {
    test("is decoded as a whole, however it was written", async () => {
      const facts = await run(host, command([bin("split-utf8")]));
      expect(facts.stdout).toMatchObject({ text: "€", bytes: 3, valid: true });
    });

    test("that is not UTF-8 is told, for its stream alone", async () => {
      const facts = await run(host, command([bin("bad-utf8")]));
      expect(facts.stdout).toMatchObject({ valid: false, bytes: 6 });
      expect(facts.stdout.text).toMatch(/^bad /);
      expect(facts.stderr).toMatchObject({ text: "good €", valid: true });
    });

    test("keeps NUL bytes and a byte order mark", async () => {
      const facts = await run(host, script("printf '\\357\\273\\277{\\000}'"));
      expect(facts.stdout).toMatchObject({ text: "\ufeff{\0}", valid: true });
    });

    // shows: G-049
    test("beyond the cap is counted and drained, with the last of it kept", async () => {
      const facts = await run(host, script("yes 1234567 | head -c 100000; printf end", { cap: 1000 }));
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
      expect(facts.stdout).toMatchObject({ bytes: 100_003, truncated: true, valid: true });
      expect(facts.stdout.text).toBe("1234567\n".repeat(125));
      expect(facts.stdout.tail).toHaveLength(8192);
      expect(facts.stdout.tail).toMatch(/1234567\nend$/);
    });

    // shows: C-092
    test("of 300 MB leaves the memory flat", async () => {
      await run(host, command([bin("flood-stdout"), "10000000"]));
      const before = process.memoryUsage().rss;
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, process.memoryUsage().rss);
      }, 10);
      const facts = await run(host, command([bin("flood-stdout"), "300000000"]));
      clearInterval(watch);
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
      expect(facts.stdout).toMatchObject({ bytes: 300_000_000, truncated: true });
      expect(facts.stdout.text).toHaveLength(1024 * 1024);
      expect(most - before).toBeLessThan(64 * 1024 * 1024);
    });

    test("is complete although the event loop is busy", async () => {
      let busy = true;
      const block = () => {
        const end = performance.now() + 4;
        while (performance.now() < end);
        if (busy) setImmediate(block);
      };
      block();
      const text = "head -c 2000 /dev/zero; head -c 2000 /dev/zero >&2";
      for (let round = 0; round < 5; round++) {
        const commands = Array.from({ length: 10 }, () => script(text));
        const batch = { eventId: "event", payloads: [], commands };
        const facts = await Promise.all(host.run(batch, new AbortController().signal));
        expect(facts.map(({ stdout, stderr }) => stdout.bytes + stderr.bytes)).toEqual(
          commands.map(() => 4000),
        );
      }
      busy = false;
    });

    test("is complete although the event loop stood still for longer than a drain lasts", async () => {
      const facts = run(host, script("echo first; sleep 0.1; head -c 60000 /dev/zero"));
      await new Promise((resolve) => setTimeout(resolve, 50));
      const end = performance.now() + 900;
      while (performance.now() < end);
      expect((await facts).stdout.bytes).toBe(60_006);
    });

    // shows: S-026 S-069 F-040
    test("is told as it comes, by command and stream", async () => {
      const seen: string[] = [];
      const commands = [command([bin("drip-output")]), script("echo other")];
      const batch = { eventId: "event", payloads: [], commands };
      const runs = host.run(batch, new AbortController().signal, (index, stream, chunk) => {
        seen.push(`${index} ${stream} ${Buffer.from(chunk).toString()}`);
      });
      await Promise.all(runs);
      const of = (start: string) =>
        seen.filter((one) => one.startsWith(start)).map((one) => one.slice(start.length));
      expect(of("0 stdout ").join("")).toBe("12345");
      expect(of("0 stderr ").length).toBeGreaterThan(1);
      expect(of("1 stdout ")).toEqual(["other\n"]);
    });

    test("is told in bytes that stay as they are", async () => {
      const chunks: Uint8Array[] = [];
      const onOutput = (_: number, __: string, chunk: Uint8Array) => void chunks.push(new Uint8Array(chunk));
      await run(host, script("printf one; sleep 0.05; printf two"), { onOutput });
      await run(host, script("printf three"));
      expect(Buffer.concat(chunks).toString()).toBe("onetwo");
    });

    test("survives a listener that throws", async () => {
      const onOutput = () => {
        throw new Error("not my day");
      };
      const facts = await run(host, script("echo fine"), { onOutput });
      expect(facts.stdout.text).toBe("fine\n");
    });
  });

  describe("a hook that ended by itself", () => {
    test.each([["hold-stdout"], ["hold-copies"]])(
      "is not waited for when a child holds its output: %s",
      async (name) => {
        const { env, pids } = pidFile();
        const started = performance.now();
        const facts = await run(host, command([bin(name)], { env }));
        expect(performance.now() - started).toBeLessThan(5_000);
        expect(facts.end).toEqual({ kind: "exit", code: 0 });
        expect(facts.stdout.text).toBe("done\n");
        expect(facts.left).toEqual(pids());
        expect(pids().map(isAlive)).toEqual([true]);
      },
    );

    test.each([["leave-grandchild"], ["daemonise"]])(
      "may leave a process, which is named: %s",
      async (name) => {
        const { env, pids } = pidFile();
        const facts = await run(host, command([bin(name)], { env }));
        expect(facts.end).toEqual({ kind: "exit", code: 0 });
        expect(pids()).toHaveLength(1);
        expect(facts.left).toEqual(pids());
        expect(pids().map(isAlive)).toEqual([true]);
      },
    );

    test("is told of daemons that are just being started", async () => {
      const hook = script("setsid -f sleep 2 </dev/null >/dev/null 2>&1");
      const batch = { eventId: "event", payloads: [], commands: Array.from({ length: 20 }, () => hook) };
      const facts = await Promise.all(host.run(batch, new AbortController().signal));
      expect(facts.map(({ left }) => left.length)).toEqual(facts.map(() => 1));
    });

    test("names a program with threads once", async () => {
      const { env, pids } = pidFile();
      const text = `"$0" -e 'console.log(1); setTimeout(() => {}, 30000)' >ready & echo $! >>"$PIDS"; until [ -s ready ]; do sleep 0.01; done`;
      const facts = await run(
        host,
        command(["/bin/sh", "-c", text, process.execPath], { env, cwd: temporaryFolder() }),
      );
      expect(facts.left).toEqual(pids());
    });

    test("near its deadline, settles in time although its output is held", async () => {
      const { env } = pidFile();
      const started = performance.now();
      const facts = await run(host, command([bin("hold-stdout")], { env, deadlineMs: 100, graceMs: 0 }));
      expect(performance.now() - started).toBeLessThan(450);
      expect(["exit", "timeout"]).toContain(facts.end.kind);
    });
  });

  test("no file stays open, whether commands run or cannot start", async () => {
    const count = () => readdirSync("/proc/self/fd").length;
    const some = async (times: number) => {
      for (let index = 0; index < times; index++) {
        const commands = [
          script("cat"),
          script("echo x >&2"),
          command(["/no/such/program"]),
          script(":", { cwd: "/no" }),
        ];
        await Promise.all(
          host.run({ eventId: "event", payloads: [], commands }, new AbortController().signal),
        );
      }
    };
    await some(5);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const before = count();
    await some(50);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(count()).toBeLessThanOrEqual(before + 2);
  });
});
