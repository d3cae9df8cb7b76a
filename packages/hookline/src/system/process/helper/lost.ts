import { readProcess } from "../process-table.ts";
import { stopProcesses } from "../stop.ts";
import { trackStrays } from "../strays.ts";

/** Ends what is left of a command whose helper died: its group, and all that carry its cookie. `pid` is 0 if it was not told to have started. */
export function stopLost(pid: number, helperPid: number, cookie: string): Promise<readonly number[]> {
  // One that was not told of yet has a number after that of its helper.
  const leader = pid === 0 ? helperPid : pid;
  const start = pid === 0 ? null : (readProcess(pid)?.start ?? null);
  const hasExited = () =>
    start === null || readProcess(leader)?.start !== start || readProcess(leader)?.dead === true;
  const strays = trackStrays(leader, cookie);
  return new Promise((resolve) => {
    stopProcesses({ leader, hasExited, strays, graceMs: 0 }, (left) => {
      strays.forget();
      resolve(left);
    });
  });
}
