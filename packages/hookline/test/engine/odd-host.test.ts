import { expect, it } from "vitest";
import type { ProcessHost } from "../../src/index.ts";
import { aWrite, commands, scratch } from "./scratch.ts";

it("a host that runs nothing is asked once, and the hook is a fault", async () => {
  const asked: number[] = [];
  const host: ProcessHost = {
    run({ commands: wanted }) {
      asked.push(wanted.length);
      return [];
    },
    close: async () => {},
  };
  const engine = await scratch(commands({ command: "true", onFailure: "block" })).engine({ host });
  expect(await engine.fire("PreToolUse", aWrite)).toMatchObject({
    verdict: "deny",
    runs: [{ status: "fault", fault: "crash", reason: "the process host did not run the command" }],
  });
  expect(asked).toEqual([1]);
});

it.each<[string, ProcessHost["run"], string]>([
  ["runs nothing", () => [], "the process host did not run the command"],
  [
    "throws",
    () => {
      throw new Error("no more of them");
    },
    "no more of them",
  ],
])("of a host that %s, every hook that starts at once is told", async (_, run, reason) => {
  const host: ProcessHost = { run, close: async () => {} };
  const two = ["true", "true # another"].map((command) => ({ command, onFailure: "block" }));
  const engine = await scratch(commands(...two)).engine({ host });
  const { verdict, runs } = await engine.fire("PreToolUse", aWrite);
  expect(verdict).toBe("deny");
  expect(runs).toMatchObject([
    { fault: "crash", reason },
    { fault: "crash", reason },
  ]);
});
