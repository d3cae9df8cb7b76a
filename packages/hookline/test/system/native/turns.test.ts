import { spawnSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { chooseSpawn } from "../../../src/system/process/choose-host.ts";
import { run, script } from "../command.ts";
import { helperOf, runWarm, warmHost } from "../warm/warm-host.ts";

/** As the system counts kinds of turns (sched(7)). */
const [ordinary, batch] = ["0", "3"];

/** The kind of turns that a process gets; what is in parentheses is its name, which may hold anything. */
const turnsIn = (stat: string) => stat.slice(stat.lastIndexOf(")") + 2).split(" ")[38];

const say = script('read -r stat < /proc/$$/stat; echo "$stat"');

describe.skipIf(chooseSpawn({ HOOKLINE_SPAWN: "native" }).kind !== "native")("turns on a processor", () => {
  test("the helper stops nobody to whom it listens, and commands, also in shells that wait, have turns like everybody", async () => {
    const host = warmHost("native");
    onTestFinished(() => host.close());
    const helper = await helperOf(host, script(""));
    expect(turnsIn(readFileSync("/proc/self/stat", "utf8"))).toBe(ordinary);
    expect(turnsIn(readFileSync(`/proc/${helper}/stat`, "utf8"))).toBe(batch);
    const { cold, warm } = await runWarm(host, say);
    expect(turnsIn(cold.stdout.text)).toBe(ordinary);
    expect(turnsIn(warm.stdout.text)).toBe(ordinary);
  });

  test.skipIf(spawnSync("chrt", ["--version"]).status !== 0)(
    "who is started with turns of another kind keeps them, as do its commands (needs chrt)",
    async () => {
      // Who is started gets the turns of the thread that starts it.
      const thread = readlinkSync("/proc/thread-self").split("/").at(-1) ?? "";
      const turn = (kind: string) => spawnSync("chrt", [kind, "--pid", "0", thread]).status;
      expect(turn("--batch")).toBe(0);
      onTestFinished(() => expect(turn("--other")).toBe(0));
      const host = warmHost("native");
      onTestFinished(() => host.close());
      const { stdout } = await run(host, say);
      expect(turnsIn(stdout.text)).toBe(batch);
    },
  );
});
