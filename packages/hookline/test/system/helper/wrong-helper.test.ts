import { expect, test } from "vitest";
import { helperProblem } from "../../../src/system/process/helper/probe.ts";
import { run, script } from "../command.ts";
import { hostOf } from "../native/program.ts";

const hello = "\\011\\000\\000\\000\\020\\001\\000\\000\\000\\007\\000\\000\\000";
const later = "\\011\\000\\000\\000\\020\\377\\000\\000\\000\\007\\000\\000\\000";
const nonsense = "\\001\\000\\000\\000\\143";

/** A program that says these bytes and then waits for its end. */
function saying(bytes: string): readonly [string, ...string[]] {
  return ["/bin/sh", "-c", `printf '${bytes}' >&3; exec sleep 30`];
}

test.each<[string, readonly [string, ...string[]], RegExp | null]>([
  ["that does not start", ["/no/such/program"], /could not be started/],
  ["that ends at once", ["/bin/sh", "-c", "exit 3"], /it ended|its socket was closed/],
  ["of another version", saying(later), /it speaks version 255, not 1/],
  ["that says nonsense first", saying(nonsense), /ends too early/],
  ["that says nonsense right after its hello", saying(hello + nonsense), null],
])("a helper %s costs no command: it runs without it", async (_, argv, problem) => {
  const words = await helperProblem({ argv, env: {} });
  if (problem === null) expect(words).toBeNull();
  else expect(words).toMatch(problem);
  const { end, stdout } = await run(hostOf(argv), script("echo $PPID", { cwd: "/" }));
  expect([end, stdout.text]).toEqual([{ kind: "exit", code: 0 }, `${process.pid}\n`]);
});

test("a helper that says hello and never answers is given up soon after a deadline", async () => {
  const host = hostOf(saying(hello));
  const { end } = await run(host, script("echo never", { deadlineMs: 100, graceMs: 50 }));
  expect(end).toMatchObject({ kind: "lost", message: expect.stringMatching(/it did not answer$/) });
});
