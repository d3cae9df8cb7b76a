import { spawnSync } from "node:child_process";
import type { ProcessRow } from "./process-table.ts";

/** All processes as `ps` of macOS shows them, where there is no /proc; written after its manual and not run in our tests, which need Linux. */
export function listProcesses(): readonly ProcessRow[] {
  const columns = "pid=,ppid=,pgid=,stat=,command=";
  const { stdout } = spawnSync("ps", ["-axww", "-E", "-o", columns], {
    encoding: "utf8",
    timeout: 200,
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const rows: ProcessRow[] = [];
  for (const line of (stdout ?? "").split("\n")) {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s(.*)$/.exec(line);
    if (match) rows.push(parseRow(match));
  }
  return rows;
}

function parseRow([, pid, parent, group, state = "", command = ""]: readonly string[]): ProcessRow {
  return {
    pid: Number(pid),
    parent: Number(parent),
    group: Number(group),
    // The session column of this `ps` says 0 for everything; the leader's group is what we can know.
    session: Number(group),
    start: "",
    dead: state.startsWith("Z"),
    // With -E the environment follows the command.
    holds: (wanted) => (command.includes(wanted) ? "yes" : "no"),
  };
}

/** True if some process of the group is there; cheap, where listing all processes is not. */
export function groupExists(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false;
  }
}
