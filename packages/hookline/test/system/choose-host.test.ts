import { describe, expect, test } from "vitest";
import { chooseSpawn, hostFor, hostForOnce } from "../../src/system/process/choose-host.ts";
import { nativeProgram } from "../../src/system/process/helper/native-program.ts";
import { helperProblem } from "../../src/system/process/helper/probe.ts";
import { run, script } from "./command.ts";

const native = "path" in nativeProgram("spawn-helper");

describe("the way to run commands", () => {
  test("is the one that HOOKLINE_SPAWN asks for", () => {
    expect(chooseSpawn({ HOOKLINE_SPAWN: "direct" })).toEqual({
      kind: "direct",
      why: "HOOKLINE_SPAWN asks for it",
      program: null,
      forced: true,
    });
  });

  test.runIf(native)("is the native helper where there is one", () => {
    expect(chooseSpawn({})).toMatchObject({ kind: "native", forced: false });
    expect(chooseSpawn({ HOOKLINE_SPAWN: "native" })).toMatchObject({ kind: "native", forced: true });
  });

  test("is chosen as if nobody had asked when the wish makes no sense, and that is said", () => {
    const { kind, why, forced } = chooseSpawn({ HOOKLINE_SPAWN: "fast" });
    expect([kind, forced]).toEqual([chooseSpawn({}).kind, false]);
    expect(why).toMatch(/^HOOKLINE_SPAWN is "fast", not one of native, pool, direct; /);
  });

  test("is the process's own for one that fires once, unless it is told otherwise", async () => {
    const once = hostForOnce({});
    expect((await run(once, script("echo $PPID"))).stdout.text).toBe(`${process.pid}\n`);
    await once.close();
    if (!native) return;
    const asked = hostForOnce({ HOOKLINE_SPAWN: "native" });
    expect((await run(asked, script("echo $PPID"))).stdout.text).not.toBe(`${process.pid}\n`);
    await asked.close();
  });
});

describe("a helper that does not work", () => {
  const broken = (...argv: [string, ...string[]]) => ({ argv, env: {} });

  test.each([
    [broken("/no/such/program"), "/no/such/program could not be started"],
    [broken("/bin/false"), /^it(s socket was closed| ended \(exit 1\))$|ECONNRESET/],
    [broken("/bin/sh", "-c", "echo nonsense >&3; sleep 1"), /^a frame of \d+ bytes cannot be$/],
  ])("is told: %j", async (program, problem) => {
    expect(await helperProblem(program)).toMatch(problem);
  });

  test("is told of by nobody when it works", async () => {
    const { program } = chooseSpawn({ HOOKLINE_SPAWN: "native" });
    if (program) expect(await helperProblem(program)).toBeNull();
  });

  test("does not keep commands from running", async () => {
    const { kind, why } = chooseSpawn({});
    const host = hostFor({ kind, why, program: broken("/bin/false"), forced: true });
    for (let times = 0; times < 5; times++)
      expect((await run(host, script("echo ran"))).stdout.text).toBe("ran\n");
    await host.close();
  });
});
