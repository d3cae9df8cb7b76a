import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../src/contract/process.ts";
import { bin, command, isAlive, ownEnvironment, pidFile, run, script, until } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost, kind) => {
  let host: ProcessHost;
  beforeAll(async () => {
    host = createHost();
    await run(host, script(":"));
  });
  afterAll(() => host.close());

  /** What the promise allows beyond deadline and grace, with room for a busy machine. */
  const slackMs = 250 + 500;

  async function timed<T>(action: () => Promise<T>): Promise<[T, number]> {
    const started = performance.now();
    return [await action(), performance.now() - started];
  }

  describe("at the deadline", () => {
    test("a hook that obeys SIGTERM ends at once, and what it printed is kept", async () => {
      const hook = script("echo early; echo err >&2; exec sleep 30", { deadlineMs: 300, graceMs: 5_000 });
      const [facts, ms] = await timed(() => run(host, hook));
      expect(facts.end).toEqual({ kind: "timeout" });
      expect([facts.stdout.text, facts.stderr.text]).toEqual(["early\n", "err\n"]);
      expect(facts.left).toEqual([]);
      expect(ms).toBeGreaterThanOrEqual(300);
      expect(ms).toBeLessThan(300 + slackMs);
      expect(facts.durationMs).toBeLessThanOrEqual(ms);
    });

    // shows: G-091 W-101
    test("a hook that ignores SIGTERM is killed with its children after the grace", async () => {
      const { env, pids } = pidFile();
      const hook = command([bin("ignore-sigterm")], { env, deadlineMs: 500, graceMs: 300 });
      const [facts, ms] = await timed(() => run(host, hook));
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(facts.stdout.text).toBe("started\n");
      expect(ms).toBeGreaterThanOrEqual(800);
      expect(ms).toBeLessThan(800 + slackMs);
      expect(pids()).toHaveLength(2);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    // shows: W-075 F-049
    test("without a grace it is killed straight away", async () => {
      const { env, pids } = pidFile();
      const hook = command([bin("late-exit-zero")], { env, deadlineMs: 500, graceMs: 0 });
      const [facts, ms] = await timed(() => run(host, hook));
      expect(facts.stdout.text).toBe("early\n");
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(ms).toBeLessThan(500 + slackMs);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("a good end that comes too late is a timeout", async () => {
      const { env, pids } = pidFile();
      const facts = await run(
        host,
        command([bin("late-exit-zero")], { env, deadlineMs: 500, graceMs: 5_000 }),
      );
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(facts.stdout.text).toBe("early\nlate\n");
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("a hook that has stopped itself is woken and ended", async () => {
      const { env, pids } = pidFile();
      const hook = command([bin("stop-itself")], { env, deadlineMs: 500, graceMs: 5_000 });
      const [facts, ms] = await timed(() => run(host, hook));
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(facts.stdout.text).toBe("woken\n");
      expect(ms).toBeLessThan(500 + slackMs);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("a hook that floods its output is stopped in time", async () => {
      const hook = command([bin("flood-stdout"), "1000000000000"], { deadlineMs: 300, graceMs: 100 });
      const [facts, ms] = await timed(() => run(host, hook));
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(facts.stdout.truncated).toBe(true);
      expect(ms).toBeLessThan(400 + slackMs);
    });

    test("twenty hooks that ignore SIGTERM end together", async () => {
      const { env, pids } = pidFile();
      const hook = command([bin("ignore-sigterm")], { env, deadlineMs: 1_000, graceMs: 200 });
      const batch = { eventId: "event", payloads: [], commands: Array.from({ length: 20 }, () => hook) };
      const [facts, ms] = await timed(() => Promise.all(host.run(batch, new AbortController().signal)));
      expect(facts.map(({ end }) => end.kind)).toEqual(facts.map(() => "timeout"));
      expect(ms).toBeLessThan(1_200 + 2 * slackMs);
      expect(pids().length).toBeGreaterThan(20);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("a hook that ended in time counts, although the event loop was blocked beyond its deadline", async () => {
      const facts = run(host, script("echo in time", { deadlineMs: 300 }));
      const end = performance.now() + 600;
      while (performance.now() < end);
      expect(await facts).toMatchObject({ end: { kind: "exit", code: 0 }, stdout: { text: "in time\n" } });
    });

    test("a time that no timer can hold is no deadline at once", async () => {
      const facts = await run(host, script("sleep 0.1", { deadlineMs: 2 ** 40 }));
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
    });
  });

  describe("a hook that is cancelled", () => {
    // shows: S-027
    test("ends with all its daemons, however they hid", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const running = run(host, command([bin("daemonise-and-wait")], { env, graceMs: 200 }), {
        signal: cancel.signal,
      });
      await until(() => pids().length === 3);
      cancel.abort();
      const [facts, ms] = await timed(() => running);
      expect(facts).toMatchObject({ end: { kind: "cancelled" }, left: [] });
      expect(ms).toBeLessThan(200 + slackMs);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("ends with a daemon whose parents are gone", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const running = run(host, command([bin("double-fork")], { env, graceMs: 5_000 }), {
        signal: cancel.signal,
      });
      await until(() => pids().length === 2);
      cancel.abort();
      const [facts, ms] = await timed(() => running);
      expect(facts).toMatchObject({ end: { kind: "cancelled" }, left: [] });
      expect(ms).toBeLessThan(slackMs);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("ends with all daemons, although it starts new ones until it is killed", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const running = run(host, command([bin("spawn-for-ever")], { env, graceMs: 100 }), {
        signal: cancel.signal,
      });
      await until(() => pids().length >= 5);
      cancel.abort();
      const [facts] = await timed(() => running);
      expect(facts).toMatchObject({ end: { kind: "cancelled" }, left: [] });
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("ends with the hooks of a Hookline that ran inside it", async () => {
      const { env, pids } = pidFile();
      const inner = 'export HOOKLINE_RUN_PARENTS=$HOOKLINE_RUN_ID HOOKLINE_RUN_ID=inner; exec sh "$0"';
      const cancel = new AbortController();
      const hook = command(["/bin/sh", "-c", inner, bin("double-fork")], { env });
      const running = run(host, hook, { signal: cancel.signal });
      await until(() => pids().length === 2);
      cancel.abort();
      expect(await running).toMatchObject({ end: { kind: "cancelled" }, left: [] });
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("is killed although the event loop was blocked for longer than grace and limit", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const running = run(host, command([bin("ignore-sigterm")], { env, graceMs: 50 }), {
        signal: cancel.signal,
      });
      await until(() => pids().length === 2);
      cancel.abort();
      const end = performance.now() + 600;
      while (performance.now() < end);
      expect(await running).toMatchObject({ end: { kind: "cancelled" }, left: [] });
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("leaves the processes of others alone", async () => {
      const { env, pids } = pidFile();
      const other = pidFile();
      const cancel = new AbortController();
      const kept = run(host, script('echo $$ >>"$PIDS"; sleep 1', { env: other.env }));
      const running = run(host, command([bin("ignore-sigterm")], { env, graceMs: 50 }), {
        signal: cancel.signal,
      });
      await until(() => pids().length === 2 && other.pids().length === 1);
      cancel.abort();
      expect((await running).end).toEqual({ kind: "cancelled" });
      expect(other.pids().map(isAlive)).toEqual([true]);
      expect((await kept).end).toEqual({ kind: "exit", code: 0 });
    });

    test("is cancelled also while a child of it holds its output", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const onOutput = () => void setTimeout(() => cancel.abort(), 50);
      const [facts, ms] = await timed(() =>
        run(host, command([bin("hold-stdout")], { env }), { signal: cancel.signal, onOutput }),
      );
      expect(facts).toMatchObject({ end: { kind: "cancelled" }, stdout: { text: "done\n" }, left: [] });
      expect(ms).toBeLessThan(slackMs);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("never starts if the signal has aborted before", async () => {
      const { env, pids } = pidFile();
      const facts = await run(host, script('echo $$ >>"$PIDS"', { env }), { signal: AbortSignal.abort() });
      expect(facts).toMatchObject({ end: { kind: "cancelled" }, durationMs: 0, left: [] });
      expect(pids()).toEqual([]);
    });

    test("ends, or never starts, if it is cancelled while it waits for its turn", async () => {
      const { env, pids } = pidFile();
      const cancel = new AbortController();
      const hook = script('echo $$ >>"$PIDS"; exec sleep 30', { env });
      const batch = { eventId: "event", payloads: [], commands: [hook, hook, hook] };
      const runs = host.run(batch, cancel.signal);
      cancel.abort();
      const facts = await Promise.all(runs);
      expect(facts.map(({ end }) => end.kind)).toEqual(["cancelled", "cancelled", "cancelled"]);
      // A helper starts all of a batch at once.
      if (kind === "direct") expect(facts.slice(1).map(({ durationMs }) => durationMs)).toEqual([0, 0]);
      if (kind === "direct") expect(pids().length).toBeLessThanOrEqual(1);
      expect(pids().filter(isAlive)).toEqual([]);
    });

    test("says so once, whatever ends it too", async () => {
      const cancel = new AbortController();
      const hook = script("trap '' TERM; sleep 30 & wait; wait", { deadlineMs: 200, graceMs: 200 });
      const running = run(host, hook, { signal: cancel.signal });
      setTimeout(() => cancel.abort(), 300);
      expect((await running).end).toEqual({ kind: "timeout" });
    });

    test("many at once with one signal make no warning", async () => {
      const warnings: string[] = [];
      const listen = (warning: Error) => void warnings.push(warning.name);
      process.on("warning", listen);
      const cancel = new AbortController();
      const commands = Array.from({ length: 15 }, () => script("exec sleep 30", { env: ownEnvironment }));
      const runs = host.run({ eventId: "event", payloads: [], commands }, cancel.signal);
      setImmediate(() => cancel.abort());
      await Promise.all(runs);
      await new Promise((resolve) => setImmediate(resolve));
      process.off("warning", listen);
      expect(warnings).toEqual([]);
    });
  });
});
