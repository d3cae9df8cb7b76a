import { readdirSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../src/contract/process.ts";
import { bin, command, ownEnvironment, run, script, temporaryFolder } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost, kind) => {
  describe("a command", () => {
    let host: ProcessHost;
    beforeAll(() => {
      host = createHost();
    });
    afterAll(() => host.close());

    // shows: F-041 S-025 S-042
    test("gets the payload on stdin, and its facts come back", async () => {
      const facts = await run(host, script("cat; echo warning >&2; exit 3"), { payload: '{"a":"€"}\n' });
      expect(facts.end).toEqual({ kind: "exit", code: 3 });
      expect(facts.stdout).toEqual({
        text: '{"a":"€"}\n',
        tail: "",
        bytes: 12,
        truncated: false,
        valid: true,
      });
      expect(facts.stderr.text).toBe("warning\n");
      expect(facts.left).toEqual([]);
      expect(facts.durationMs).toBeGreaterThan(0);
    });

    test("is told apart when a signal that we did not send ended it", async () => {
      const facts = await run(host, command([bin("die-by-signal"), "SEGV"]));
      expect(facts.end).toEqual({ kind: "signal", signal: "SIGSEGV" });
      expect(facts.stdout.text).toBe("last words\n");
    });

    test.each(["SIGABRT", "SIGIO"] as const)(
      "is told the usual name of %s, which has another one",
      async (signal) => {
        const facts = await run(host, script(`kill -${constants.signals[signal]} $$; sleep 1`));
        expect(facts.end).toEqual({ kind: "signal", signal });
      },
    );

    // shows: F-029
    test("starts in its folder with its environment alone", async () => {
      const cwd = temporaryFolder();
      const facts = await run(host, command(["/usr/bin/env"], { cwd, env: { ONLY: "this" } }));
      const names = facts.stdout.text.split("\n").map((line) => line.split("=")[0]);
      expect(names.filter(Boolean).sort()).toEqual(["HOOKLINE_RUN_ID", "ONLY", "SHLVL"]);
      const where = await run(host, command(["/bin/pwd"], { cwd }));
      expect(where.stdout.text).toBe(`${cwd}\n`);
    });

    test("starts as seen from our folder if its own is not said from the root on", async () => {
      for (const cwd of ["", ".", ".."]) {
        const facts = await run(host, command(["/bin/pwd"], { cwd, env: {} }));
        expect([facts.end, facts.stdout.text]).toEqual([{ kind: "exit", code: 0 }, `${resolve(cwd)}\n`]);
      }
    });

    test("gets a variable without a name, and ends no other command with it", async () => {
      const env = { "": "nameless", "=C": "odd", ONLY: "this" };
      const [facts, other] = await Promise.all([
        run(host, command(["/usr/bin/env"], { env })),
        run(host, script("cat")),
      ]);
      expect(facts.stdout.text.split("\n")).toEqual(
        expect.arrayContaining(["=nameless", "=C=odd", "ONLY=this"]),
      );
      expect(other).toMatchObject({ end: { kind: "exit", code: 0 }, stdout: { text: "{}\n" } });
    });

    test("has a run id of its own", async () => {
      const [one, other] = await Promise.all([
        run(host, script('echo "$HOOKLINE_RUN_ID"')),
        run(host, script('echo "$HOOKLINE_RUN_ID"')),
      ]);
      expect(one.stdout.text).toMatch(/^[0-9a-f-]{36}\n$/);
      expect(one.stdout.text).not.toBe(other.stdout.text);
    });

    test.each([
      [undefined, "1"],
      ["0", "1"],
      ["", "1"],
      ["4", "4"],
    ])("with SHLVL %s gets SHLVL %s", async (before, after) => {
      const { SHLVL: _, ...rest } = ownEnvironment;
      const env = before === undefined ? rest : { ...rest, SHLVL: before };
      const facts = await run(host, command(["/usr/bin/env"], { env }));
      expect(facts.stdout.text.split("\n")).toContain(`SHLVL=${after}`);
    });

    test("leads a session of its own", async () => {
      const facts = await run(host, script('cat "/proc/$$/stat"; echo $$'));
      const [stat = "", pid] = facts.stdout.text.split("\n");
      const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      expect([group, session]).toEqual([pid, pid]);
    });

    test("can use /dev/stdin, /dev/stdout and /dev/stderr", async () => {
      const facts = await run(host, command([bin("write-dev-files")]), { payload: "from stdin\n" });
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
      expect(facts.stdout.text).toBe("from stdin\nagain\n");
      expect(facts.stderr.text).toBe("to-stderr\n");
    });

    test("can open /dev/stdin long after it was started", async () => {
      const facts = await run(host, script("sleep 0.2; cat /dev/stdin"), { payload: "still there\n" });
      expect(facts.stdout.text).toBe("still there\n");
    });

    test("has ordinary blocking streams, and no other file of ours", async () => {
      const facts = await run(
        host,
        script("cat /proc/self/fdinfo/0 /proc/self/fdinfo/1 /proc/self/fdinfo/2; ls -m /proc/$$/fd"),
      );
      const flags = [...facts.stdout.text.matchAll(/^flags:\s+(\d+)$/gm)].map((match) =>
        Number(`0o${match[1]}`),
      );
      expect(flags).toHaveLength(3);
      for (const flag of flags) expect(flag & 0o4000).toBe(0);
      // What this process was itself started with, by whoever runs the tests, is not ours to close.
      const inherited = readdirSync("/proc/self/fd").filter((fd) => !isCloseOnExec(fd));
      const files = facts.stdout.text.trimEnd().split("\n").at(-1)?.split(", ") ?? [];
      expect(files.filter((fd) => !inherited.includes(fd))).toEqual(["0", "1", "2"]);
    });

    test.each([["close-stdin"], ["never-read-stdin"]])("may leave 2 MB on stdin unread: %s", async (name) => {
      const facts = await run(host, command([bin(name)]), { payload: new Uint8Array(2_000_000).fill(120) });
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
    });

    test("reads 2 MB from stdin", async () => {
      const facts = await run(host, script("wc -c"), { payload: new Uint8Array(2_000_000).fill(120) });
      expect(facts.stdout.text.trim()).toBe("2000000");
    });

    test("cannot change what another command of the batch reads", async () => {
      const commands = [script("echo forged >/dev/stdin; cat"), script("sleep 0.2; cat")];
      const batch = { eventId: "event", payloads: [Buffer.from("true\n")], commands };
      const [, second] = await Promise.all(host.run(batch, new AbortController().signal));
      expect(second?.stdout.text).toBe("true\n");
    });
  });

  describe("a batch", () => {
    test("gives one promise for each command, in order, each with its payload", async () => {
      const host = createHost();
      const commands = [0, 1, 0].map((payload) => script("cat", { payload }));
      const payloads = [Buffer.from("first"), Buffer.from("second")];
      const runs = host.run({ eventId: "event", payloads, commands }, new AbortController().signal);
      const facts = await Promise.all(runs);
      expect(facts.map(({ stdout }) => stdout.text)).toEqual(["first", "second", "first"]);
      await host.close();
    });

    test("runs its commands at the same time", async () => {
      const host = createHost();
      const folder = temporaryFolder();
      // Each waits until all have started.
      const text = 'touch "$HOOKLINE_RUN_ID"; while [ $(ls | wc -l) -lt 12 ]; do sleep 0.01; done';
      const commands = Array.from({ length: 12 }, () => script(text, { cwd: folder }));
      const batch = { eventId: "event", payloads: [], commands };
      const facts = await Promise.all(host.run(batch, new AbortController().signal));
      expect(facts.map(({ end }) => end)).toEqual(commands.map(() => ({ kind: "exit", code: 0 })));
      await host.close();
    });

    test.runIf(kind === "direct")("starts with a turn of the event loop between two commands", async () => {
      const host = createHost();
      await run(host, script(":"));
      let turns = 0;
      let counting = true;
      const count = () => {
        turns++;
        if (counting) setImmediate(count);
      };
      setImmediate(count);
      const commands = Array.from({ length: 10 }, () => script(":"));
      const before = children();
      const runs = host.run({ eventId: "event", payloads: [], commands }, new AbortController().signal);
      // Others may end in the meantime, such as the one that makes pipes ready.
      expect(children().filter((pid) => !before.includes(pid))).toHaveLength(1);
      await Promise.all(runs);
      counting = false;
      expect(turns).toBeGreaterThanOrEqual(9);
      await host.close();
    });
  });
});

function children(): string[] {
  return readFileSync("/proc/thread-self/children", "utf8").split(" ").filter(Boolean);
}

function isCloseOnExec(fd: string): boolean {
  try {
    const flags = /^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, "utf8"))?.[1];
    return (Number(`0o${flags}`) & 0o2000000) !== 0;
  } catch {
    return true;
  }
}
