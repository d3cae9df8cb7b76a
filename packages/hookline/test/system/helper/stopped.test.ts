import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { chooseSpawn, hostFor } from "../../../src/system/process/choose-host.ts";
import { command, isAlive, run, script, temporaryFolder } from "../command.ts";
import { onEachHost } from "../hosts.ts";

const count = 24;
const size = 1_000_000;

onEachHost((create, kind) => {
  test.skipIf(kind === "direct")(
    "a helper that stands still holds nobody up, and when it goes on it does all that it was told, once and in order",
    async () => {
      const host = create();
      const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
      expect(helper).not.toBe(process.pid);
      const log = join(temporaryFolder(), "log");
      const cancel = new AbortController();
      process.kill(helper, "SIGSTOP");
      try {
        // Far more than a socket takes, in pieces that differ: whatever is lost, doubled or moved is seen.
        const counted = Array.from({ length: count }, (_, index) =>
          run(host, script(`echo ${index} >>${log}; tr -d x | wc -c`), { payload: payloadOf(index) }),
        );
        const cancelled = run(host, command(["/bin/sleep", "30"]), { signal: cancel.signal });
        const last = run(host, script("cat"), { payload: "the last" });
        cancel.abort();
        // Here nothing has come back yet: whoever waited for the helper would still do so.
        let answered = 0;
        for (const one of [...counted, cancelled, last]) void one.then(() => answered++);
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 1));
        expect(answered).toBe(0);
        process.kill(helper, "SIGCONT");
        const texts = (await Promise.all(counted)).map(({ stdout }) => Number(stdout.text));
        expect(texts).toEqual(Array.from({ length: count }, (_, index) => index));
        expect((await cancelled).end).toEqual({ kind: "cancelled" });
        expect((await last).stdout.text).toBe("the last");
        const ran = readFileSync(log, "utf8").trim().split("\n").map(Number);
        expect(ran.sort((one, other) => one - other)).toEqual(texts);
      } finally {
        process.kill(helper, "SIGCONT");
        await host.close();
      }
    },
  );
});

onEachHost((create, kind) => {
  describe.skipIf(kind === "direct")("a helper that somebody has stopped", () => {
    const limits = { deadlineMs: 400, graceMs: 200 };
    const stop = "kill -STOP $PPID; echo $$; exec sleep 30";

    test("is woken for the deadline of a command, and others lose nothing", async () => {
      const host = create();
      onTestFinished(() => host.close());
      const helper = (await run(host, script("echo $PPID"))).stdout.text;
      const other = run(host, script("sleep 0.5; echo done"));
      const { end, stdout, left } = await run(host, script(stop, limits));
      expect([end, left, isAlive(Number(stdout.text))]).toEqual([{ kind: "timeout" }, [], false]);
      expect((await other).stdout.text).toBe("done\n");
      expect((await run(host, script("echo $PPID"))).stdout.text).toBe(helper);
    });

    test("is woken for a command that is cancelled", async () => {
      const host = create();
      onTestFinished(() => host.close());
      const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
      const cancel = new AbortController();
      const running = run(host, command(["/bin/sleep", "30"]), { signal: cancel.signal });
      process.kill(helper, "SIGSTOP");
      cancel.abort();
      expect((await running).end).toEqual({ kind: "cancelled" });
    });

    test("is woken to be closed", async () => {
      const host = create();
      const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
      const running = run(host, command(["/bin/sleep", "30"]));
      process.kill(helper, "SIGSTOP");
      await host.close();
      expect((await running).end).toEqual({ kind: "cancelled" });
      expect(isAlive(helper)).toBe(false);
    });

    test("is woken to be closed although it has nothing to do, and leaves no folder", async () => {
      const folder = temporaryFolder();
      vi.stubEnv("TMPDIR", folder);
      onTestFinished(() => void vi.unstubAllEnvs());
      const host = hostFor(chooseSpawn({ HOOKLINE_SPAWN: kind }));
      const helper = Number((await run(host, script("echo $PPID"))).stdout.text);
      process.kill(helper, "SIGSTOP");
      await host.close();
      expect([isAlive(helper), readdirSync(folder)]).toEqual([false, []]);
    });
  });
});

/** So many bytes, as many of which are not x as the number says. */
function payloadOf(index: number): Uint8Array {
  return Buffer.alloc(size + index, "x").fill("o", size / 2, size / 2 + index);
}
