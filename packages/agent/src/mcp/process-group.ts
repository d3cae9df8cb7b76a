/** The groups of servers that run: ended with this process, however it exits. */
const running = new Set<number>();

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
    const end = Date.now() + graceMs;
    while (Date.now() < end && signalGroup(pid, 0)) await new Promise((done) => setTimeout(done, 20));
    signalGroup(pid, "SIGKILL");
  }
  running.delete(pid);
  if (running.size === 0) process.off("exit", endAll);
}

function endAll(): void {
  for (const pid of running) signalGroup(pid, "SIGKILL");
}
