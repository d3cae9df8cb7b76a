import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

/** How long what was killed may take to be gone. */
const killedMs = 500;
const lookMs = 20;

const running = new Set<number>();

function killAll(): void {
  for (const leader of running) signalGroup(leader, "SIGKILL");
}

/** Remembers a process group that must not outlive this process; the function that comes back forgets it. */
export function guardGroup(leader: number): () => void {
  if (running.size === 0) process.on("exit", killAll);
  running.add(leader);
  return () => {
    running.delete(leader);
    if (running.size === 0) process.off("exit", killAll);
  };
}

/** Ends a process group: asks at once, insists after the grace; resolves when nothing of it is left. */
export async function endGroup(leader: number, graceMs: number): Promise<void> {
  if (!signalGroup(leader, "SIGTERM")) return;
  if (await isGone(leader, graceMs)) return;
  signalGroup(leader, "SIGKILL");
  await isGone(leader, killedMs);
}

async function isGone(leader: number, patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (signalGroup(leader, 0) && hasLivingMember(leader)) {
    if (performance.now() > until) return false;
    await wait(lookMs);
  }
  return true;
}

/** False if all that is left of a group has ended: where nobody asks how it did, as in many containers, it stays in the table. */
function hasLivingMember(leader: number): boolean {
  if (!existsSync("/proc/self/stat")) return true;
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [state, , group] = statOf(name);
    return Number(group) === leader && state !== "Z" && state !== "X";
  });
}

/** The fields after the program's name, which may hold anything. */
function statOf(pid: string): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  } catch {
    return [];
  }
}

/** False if there is no such group any more. */
function signalGroup(leader: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch {
    return false;
  }
}
