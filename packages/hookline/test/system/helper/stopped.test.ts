import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { command, run, script, temporaryFolder } from "../command.ts";
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

/** So many bytes, as many of which are not x as the number says. */
function payloadOf(index: number): Uint8Array {
  return Buffer.alloc(size + index, "x").fill("o", size / 2, size / 2 + index);
}
