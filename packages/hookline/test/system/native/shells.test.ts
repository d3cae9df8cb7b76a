import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Command, ProcessFacts, ProcessHost } from "../../../src/contract/process.ts";
import { chooseSpawn } from "../../../src/system/process/choose-host.ts";
import { isAlive, pidFile, run, script, until } from "../command.ts";
import { helperOf, runWarm, waits, warmHost, warmShells } from "../warm/warm-host.ts";

describe.skipIf(chooseSpawn({ HOOKLINE_SPAWN: "native" }).kind !== "native")("shells that wait", () => {
  let host: ProcessHost;
  let helper: number;
  beforeAll(async () => {
    host = warmHost("native");
    helper = await helperOf(host, script(""));
  });
  afterAll(() => host.close());

  const runAll = (commands: readonly Command[], by = host): Promise<ProcessFacts[]> =>
    Promise.all(
      by.run({ eventId: "event", payloads: [Buffer.from("in ")], commands }, new AbortController().signal),
    );

  test("are there for what comes again; there are never more than 16, and one whose command came last has its shell", async () => {
    for (let kind = 0; kind < 20; kind++)
      for (let count = 0; count < 3; count++) {
        const [facts] = await runAll([script(`cat; echo ${kind}`)]);
        expect(facts?.stdout.text).toBe(`in ${kind}\n`);
      }
    await until(() => warmShells(helper).length === 16);
    const shells = warmShells(helper);
    await runAll([script("cat; echo 3")]);
    expect(warmShells(helper).length).toBeLessThanOrEqual(16);
    await until(() => warmShells(helper).length === 16);
    expect(shells.filter(isAlive).length).toBe(15);
    // Longer than a command must be out of use before it makes room: among those that all are, none pushes another one out.
    await new Promise((resolve) => setTimeout(resolve, 6_000));
    const settled = warmShells(helper);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(warmShells(helper)).toEqual(settled);
  });

  test("are not used by an event with more than four commands, and none is started for it", async () => {
    const own = warmHost("native");
    const commands = Array.from({ length: 5 }, (_, index) => script(`cat; echo many ${index}`));
    for (let count = 0; count < 3; count++) {
      const facts = await runAll(commands, own);
      expect(facts.map(({ stdout }) => stdout.text)).toEqual(
        commands.map((_, index) => `in many ${index}\n`),
      );
    }
    // The answer to another one says that the helper has had its time.
    await runWarm(own, script("echo few"));
    expect(warmShells(await helperOf(own, script("")), "cat; echo many")).toEqual([]);
    await own.close();
  });

  test("end with their helper, and none of them goes on with its command", async () => {
    const own = warmHost("native");
    const { env, pids } = pidFile();
    const one = script('[ -z "$PIDS" ] && PIDS=/no/such/file; echo $$ >>"$PIDS"', { env });
    await runWarm(own, one);
    const mine = await helperOf(own, one);
    await until(() => warmShells(mine, one.argv[2]).length > 0);
    const before = pids().length;
    const shells = warmShells(mine);
    process.kill(mine, "SIGKILL");
    await until(() => !shells.some(isAlive));
    expect(pids().length).toBe(before);
    await own.close();
  });

  test("that read only a part of what they should, because their helper died over it, do not begin", () => {
    const text = `${waits.native.text}echo ran`;
    const pipe = `printf 'export A=1\\necho part\\n' | exec /bin/sh -c '${text}' 3<&0`;
    expect(spawnSync("/bin/sh", ["-c", pipe], { encoding: "utf8" })).toMatchObject({
      stdout: "part\n",
      stderr: "",
    });
  });

  test("that end before their command begins lose nothing: another way is found", async () => {
    const one = script("echo ran");
    await runWarm(host, one);
    await until(() => warmShells(helper, "echo ran").length > 0);
    for (const pid of warmShells(helper, "echo ran")) process.kill(pid, "SIGSTOP");
    const running = run(host, one);
    await run(host, script(":"));
    for (const pid of warmShells(helper, "echo ran")) process.kill(pid, "SIGKILL");
    const { end, stdout } = await running;
    expect([end, stdout.text]).toEqual([{ kind: "exit", code: 0 }, "ran\n"]);
  });
});
