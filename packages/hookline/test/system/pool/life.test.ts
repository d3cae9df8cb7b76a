import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../../src/contract/process.ts";
import { bin, command, isAlive, ownEnvironment, pidFile, run, script, until } from "../command.ts";
import { helperOf, runWarm, warmHost, warmShells } from "../warm/warm-host.ts";
import { startHelper } from "./helper-process.ts";

const hosts: ProcessHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
function open(): ProcessHost {
  const host = warmHost("pool");
  hosts.push(host);
  return host;
}

describe("a helper that is killed", () => {
  test("takes its shells with it; its hooks are ended and told as lost, and the next one runs in another", async () => {
    const host = open();
    const { env, pids } = pidFile();
    await runWarm(host, script("echo warm"));
    const helper = await helperOf(host, script(""));
    // Shells are warmed up while nobody waits for one.
    await until(() => warmShells(helper).length > 0);
    const shells = warmShells(helper);
    // One that waited for its hook and one that did not, each with a daemon.
    const text = 'echo $$ >>"$PIDS"; setsid sleep 30 & echo $! >>"$PIDS"; wait';
    const running = [run(host, script(text, { env })), run(host, command([bin("ignore-sigterm")], { env }))];
    await until(() => pids().length === 4);
    process.kill(helper, "SIGKILL");
    const facts = await Promise.all(running);
    expect(facts.map(({ end, left }) => [end.kind, left])).toEqual([
      ["lost", []],
      ["lost", []],
    ]);
    expect(pids().filter(isAlive)).toEqual([]);
    await until(() => !shells.some(isAlive));
    const other = await helperOf(host, script(""));
    expect([isAlive(other), other === helper]).toEqual([true, false]);
  });

  test("at the moment of a hand-over leaves nothing", async () => {
    for (let count = 0; count < 3; count++) {
      const host = open();
      const { env, pids } = pidFile();
      const one = () =>
        script('echo $$ >>"$PIDS"; [ -n "$GO" ] && exec sleep 30', { env: { ...env, GO: "" } });
      const { pid } = await runWarm(host, one());
      const helper = await helperOf(host, one());
      await until(() => warmShells(helper, one().argv[2]).length > 0);
      const [shell = 0] = warmShells(helper, one().argv[2]);
      expect(shell).not.toBe(pid);
      const running = run(host, { ...one(), env: { ...env, GO: "yes" } });
      if (count > 0) await new Promise((resolve) => setTimeout(resolve, count));
      process.kill(helper, "SIGKILL");
      expect((await running).end.kind).toBe("lost");
      await until(() => !isAlive(shell));
      expect(pids().filter(isAlive)).toEqual([]);
    }
  });
});

describe("when the engine is gone", () => {
  const text = 'echo $$ >>"$PIDS"; trap "" TERM; setsid sleep 30 & echo $! >>"$PIDS"; wait; wait';

  test("the helper ends all at once, although they have a long grace, and itself", async () => {
    const helper = await startHelper();
    const { env, pids } = pidFile();
    helper.send([
      script(text, { env: { ...env, HOOKLINE_RUN_ID: "one-cookie-of-a-test" }, graceMs: 60_000 }),
      script("true", { env }),
    ]);
    await until(() => pids().length === 2);
    helper.socket.destroy();
    expect(await helper.ended).toBe(0);
    expect(pids().filter(isAlive)).toEqual([]);
    expect(helper.printed()).toBe("");
  });

  test("also what it is ending already", async () => {
    const helper = await startHelper();
    const { env, pids } = pidFile();
    helper.send([
      script(text, {
        env: { ...env, HOOKLINE_RUN_ID: "another-cookie-of-a-test" },
        deadlineMs: 200,
        graceMs: 60_000,
      }),
    ]);
    await until(() => pids().length === 2);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(pids().some(isAlive)).toBe(true);
    helper.socket.destroy();
    expect(await helper.ended).toBe(0);
    expect(pids().filter(isAlive)).toEqual([]);
  });

  test("nothing of an agent survives that was killed", async () => {
    const { env, pids } = pidFile();
    const folder = new URL("../../../dist/system/process/", import.meta.url);
    const agent = spawn(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `import { chooseSpawn, hostFor } from "${folder}choose-host.js";
        const host = hostFor(chooseSpawn({ HOOKLINE_SPAWN: "pool" }));
        const one = (text) => ({ argv: ["/bin/sh", "-c", text], env: { ...process.env }, cwd: "/", payload: 0,
          deadlineMs: 60000, graceMs: 5000, cap: 1024, background: false });
        const run = (text) => host.run({ eventId: "e", payloads: [], commands: [one(text)] }, new AbortController().signal)[0];
        for (let count = 0; count < 4; count++) await run('echo $PPID >>"$PIDS"');
        run(${JSON.stringify(text)});`,
      ],
      { env, stdio: "ignore" },
    );
    await until(() => pids().length === 6);
    const [helper = 0] = pids();
    const shells = warmShells(helper);
    agent.kill("SIGKILL");
    await once(agent, "exit");
    await until(() => !pids().some(isAlive) && !shells.some(isAlive));
  });
});

describe("a deadline", () => {
  test("is kept while the loop of the agent is blocked", async () => {
    const host = open();
    const { env, pids } = pidFile();
    const one = () =>
      script('echo $$ >>"$PIDS"; exec sleep 30', { env: { ...env }, deadlineMs: 150, graceMs: 0 });
    await run(host, script(":"));
    const running = run(host, one());
    await until(() => pids().length === 1);
    expect(pids().some(isAlive)).toBe(true);
    const started = performance.now();
    let died = Number.POSITIVE_INFINITY;
    while (performance.now() - started < 1_000)
      if (died === Number.POSITIVE_INFINITY && !pids().some(isAlive)) died = performance.now() - started;
    expect(died).toBeLessThan(900);
    const { end, durationMs } = await running;
    expect(end).toEqual({ kind: "timeout" });
    expect(durationMs).toBeLessThan(900);
  });
});

describe("while nobody reads", () => {
  test("a flood makes the helper wait, not grow, and its deadline counts", async () => {
    const helper = await startHelper();
    helper.socket.pause();
    const { env, pids } = pidFile();
    const flood = (text: string) =>
      script(text, { env: { ...env }, cap: 1024 ** 3, deadlineMs: 1_500, graceMs: 0 });
    helper.send([flood('echo $$ >>"$PIDS"; exec yes'), flood('echo $$ >>"$PIDS"; exec yes >&2')]);
    await until(() => pids().length === 2);
    const before = residentKiB(helper.child.pid);
    await until(() => !pids().some(isAlive));
    expect(residentKiB(helper.child.pid) - before).toBeLessThan(32 * 1024);
    helper.socket.resume();
    await until(() => helper.replies.filter(({ kind }) => kind === "ended").length === 2);
    for (const reply of helper.replies) if (reply.kind === "ended") expect(reply.how).toBe("timeout");
    const sent = helper.replies.reduce((sum, one) => sum + (one.kind === "output" ? one.bytes.length : 0), 0);
    const counted = helper.replies.reduce(
      (sum, one) => sum + (one.kind === "ended" ? one.stdout.bytes + one.stderr.bytes : 0),
      0,
    );
    expect(sent).toBe(counted);
    helper.socket.destroy();
    expect(await helper.ended).toBe(0);
  });

  test("what a hook wrote before it ended is complete", async () => {
    const helper = await startHelper();
    helper.socket.pause();
    const text = "head -c 3000000 /dev/zero; echo done >&2";
    helper.send(
      Array.from({ length: 3 }, () => script(text, { env: { ...ownEnvironment }, cap: 4_000_000 })),
    );
    await new Promise((resolve) => setTimeout(resolve, 900));
    helper.socket.resume();
    await until(() => helper.replies.filter(({ kind }) => kind === "ended").length === 3);
    for (const id of [1, 2, 3]) {
      const bytes = helper.replies.flatMap((one) =>
        one.kind === "output" && one.id === id && one.stream === "stdout" ? [one.bytes.length] : [],
      );
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBe(3_000_000);
    }
    helper.socket.destroy();
    await helper.ended;
  });
});

function residentKiB(pid = 0): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
}
