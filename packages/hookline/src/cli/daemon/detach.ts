import { setTimeout as delay } from "node:timers/promises";
import { askDaemon } from "../../system/daemon/ask-daemon.ts";
import { makeRunFolder } from "../../system/daemon/run-folder.ts";
import { startDaemon } from "../../system/daemon/start-daemon.ts";
import { isHeld } from "../../system/lock.ts";
import { UsageError } from "../verb.ts";
import type { OwnPlace } from "./place.ts";

/** How long a daemon may take to start. */
const patienceMs = 20_000;

/** Starts the daemon in the background, unless one runs; settles when it answers, and tells whether it was started here. */
export async function detach({ build, place }: OwnPlace, args: readonly string[]): Promise<boolean> {
  if ((await askDaemon(place, build, "status")) !== null) return false;
  makeRunFolder(place.folder);
  const log = `${place.folder}/daemon.log`;
  const { execPath, argv, env } = process;
  const { ended, complaint, leave, end } = startDaemon(
    [execPath, argv[1] ?? "", "daemon", ...args],
    env,
    log,
  );
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const until = performance.now() + patienceMs;
  while ((await askDaemon(place, build, "status")) === null) {
    // Another may have been started at the same time: the one that holds the lock answers, or will soon.
    if (over && !isHeld(place.lock) && (await askDaemon(place, build, "status")) === null)
      throw new UsageError(
        `the daemon did not start: ${complaint().replace(/^hookline: /, "") || "it ended"}`,
      );
    if (performance.now() > until) {
      end();
      throw new UsageError(`the daemon does not answer; ${log} may say why`);
    }
    await Promise.race([ended, delay(20)]);
  }
  leave();
  return true;
}
