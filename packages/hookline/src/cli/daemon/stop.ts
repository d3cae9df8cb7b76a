import { setTimeout as delay } from "node:timers/promises";
import { isObject, jsonOf } from "../../contract/json.ts";
import { askDaemon } from "../../system/daemon/ask-daemon.ts";
import { isHeld } from "../../system/lock.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { defineVerb } from "../verb.ts";
import { ownPlace } from "./place.ts";

/** What a process that has let go of its lock takes at the most to write what it keeps for the next one. */
const farewellMs = 2_000;

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** `hookline daemon stop`: lets the daemon of this build answer those that wait, and end. */
export const stopVerb = defineVerb({
  name: "stop",
  summary: "let the daemon answer the calls that it has taken, and end",
  examples: ["hookline daemon stop", "", "Exit status: 0 none runs now."],
  declare: (command) => command,
  async run(_args, options) {
    const { place, build } = ownPlace();
    const told = jsonOf((await askDaemon(place, build, "status")) ?? "");
    const was = (await askDaemon(place, build, "stop")) !== null;
    // It takes nobody any more, and ends when its last call has: hooks have deadlines of their own.
    while (was && isHeld(place.lock)) await delay(20);
    const until = performance.now() + farewellMs;
    const pid = isObject(told) && typeof told.pid === "number" ? told.pid : 0;
    while (was && pid > 0 && lives(pid) && performance.now() < until) await delay(10);
    if (options.quiet !== true)
      writeWhole(1, was ? "the daemon has ended\n" : "no daemon of this build runs\n");
    return 0;
  },
});
