/** The groups of servers that run: ended with this process, however it exits. */
const running = new Set<number>();

/** How long a killed process may take to be gone. */
const killedMs = 500;

/** Signals all processes of a group; false if there is none left. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** From now on the group does not outlive this process. */
export function guardGroup(pid: number): void {
  if (running.size === 0) process.once("exit", endAll);
  running.add(pid);
}

/** Ends what is left of a group: asks first, then kills; settles when it is gone. */
export async function endGroup(pid: number, graceMs: number): Promise<void> {
  if (signalGroup(pid, "SIGTERM")) {
    await untilGone(pid, graceMs);
    // What was killed needs a moment to be gone; where nobody reaps orphans the group is never seen to go.
    if (signalGroup(pid, "SIGKILL")) await untilGone(pid, killedMs);
  }
  running.delete(pid);
  if (running.size === 0) process.off("exit", endAll);
}

async function untilGone(pid: number, mostMs: number): Promise<void> {
  const end = Date.now() + mostMs;
  while (Date.now() < end && signalGroup(pid, 0)) await new Promise((done) => setTimeout(done, 20));
}

function endAll(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}
