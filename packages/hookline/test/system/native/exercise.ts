import { expect } from "vitest";
import type { ProcessHost } from "../../../src/contract/process.ts";
import { bin, command, isAlive, pidFile, run, script } from "../command.ts";

/** Lets a host do everything that it can once: for programs that somebody watches. */
export async function exercise(host: ProcessHost): Promise<void> {
  const { env, pids } = pidFile();
  const cancel = new AbortController();
  const large = new Uint8Array(2_000_000).fill(120);
  const [echoed, counted, unread, flooded, signalled, timed, cancelled, held, daemon] = await Promise.all([
    run(host, script("cat; echo warning >&2; exit 3"), { payload: "hello\n" }),
    run(host, script("wc -c"), { payload: large }),
    run(host, command([bin("never-read-stdin")]), { payload: large }),
    run(host, script("head -c 3000000 /dev/zero", { cap: 1000 })),
    run(host, command([bin("die-by-signal"), "SEGV"])),
    run(host, command([bin("ignore-sigterm")], { env, deadlineMs: 600, graceMs: 100 })),
    run(host, command([bin("ignore-sigterm")], { env, graceMs: 100 }), {
      signal: cancel.signal,
      onOutput: () => cancel.abort(),
    }),
    run(host, command([bin("hold-stdout")], { env })),
    run(host, command([bin("daemonise")], { env })),
  ]);
  expect(echoed).toMatchObject({
    end: { code: 3 },
    stdout: { text: "hello\n" },
    stderr: { text: "warning\n" },
  });
  expect(counted.stdout.text.trim()).toBe("2000000");
  expect(unread.end).toEqual({ kind: "exit", code: 0 });
  expect(flooded.stdout).toMatchObject({ bytes: 3_000_000, truncated: true });
  expect(flooded.stdout.tail).toHaveLength(8192);
  expect(signalled.end).toEqual({ kind: "signal", signal: "SIGSEGV" });
  expect(timed.end).toEqual({ kind: "timeout" });
  expect(cancelled.end).toEqual({ kind: "cancelled" });
  expect(held.left).toHaveLength(1);
  expect(daemon.left).toHaveLength(1);
  const left = [...held.left, ...daemon.left];
  expect(pids().filter((pid) => isAlive(pid) && !left.includes(pid))).toEqual([]);
  const commands = Array.from({ length: 20 }, (_, index) => script(`cat; echo ${index}`));
  const batch = { eventId: "event", payloads: [Buffer.from("{}\n")], commands };
  const facts = await Promise.all(host.run(batch, new AbortController().signal));
  expect(facts.map(({ stdout }) => stdout.text)).toEqual(commands.map((_, index) => `{}\n${index}\n`));
  // Soon in a shell that has waited for it.
  for (let count = 0; count < 8; count++) {
    const { end, stdout } = await run(host, script("cat; exit 4"), { payload: `${count}\n` });
    expect([end, stdout.text]).toEqual([{ kind: "exit", code: 4 }, `${count}\n`]);
  }
}

/** What cannot start says why; valgrind makes a fork of every vfork, and then nobody hears it. */
export async function exerciseFailures(host: ProcessHost): Promise<void> {
  expect((await run(host, command(["/no/such/program"]))).end).toMatchObject({ code: "ENOENT" });
  expect((await run(host, command(["no-such-program"]))).end).toMatchObject({ code: "ENOENT" });
  expect((await run(host, script(":", { cwd: "/no/such/folder" }))).end).toMatchObject({ code: "ENOENT" });
  expect((await run(host, command(["/"]))).end).toMatchObject({ code: "EACCES" });
}
