import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command, ProcessHost } from "../../src/contract/process.ts";
import { run, script } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost) => {
  let host: ProcessHost;
  beforeAll(() => {
    host = createHost();
  });
  afterAll(() => host.close());

  /** Runs a script, and gives it another deadline when it has printed something. */
  function runWith(text: string, deadlineMs: number, otherMs: number) {
    const handle: NonNullable<Command["handle"]> = {};
    const onOutput = () => handle.setDeadline?.(otherMs);
    return run(host, script(text, { deadlineMs, graceMs: 0, handle }), { onOutput });
  }

  describe("another deadline", () => {
    test("may be later than the first: the process is not ended by that one any more", async () => {
      const facts = await runWith("echo begun; sleep 2; echo ended", 1_500, 15_000);
      expect(facts.end).toEqual({ kind: "exit", code: 0 });
      expect(facts.stdout.text).toBe("begun\nended\n");
    });

    test("counts from then on, and may be sooner", async () => {
      const facts = await runWith("sleep 0.3; echo begun; exec sleep 30", 15_000, 200);
      expect(facts.end).toEqual({ kind: "timeout" });
      expect(facts.durationMs).toBeGreaterThanOrEqual(500);
      expect(facts.durationMs).toBeLessThan(10_000);
    });

    test("is nothing to a process that has ended", async () => {
      const handle: NonNullable<Command["handle"]> = {};
      const facts = await run(host, script("exit 3", { handle }));
      handle.setDeadline?.(1);
      expect(facts.end).toEqual({ kind: "exit", code: 3 });
    });
  });
});
