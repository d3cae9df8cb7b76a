import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";

/** What a look at an environment tells: `unset` while a program is loaded, `empty` if it is, or for an instant of the loading. */
export type EnvironmentAnswer = "yes" | "no" | "empty" | "unset";

/** One process, as the system sees it now. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Together with the number it names one process for ever, since numbers are given again. */
  readonly start: string;
  /** It has ended, and only waits for its parent to ask how. */
  readonly dead: boolean;
  /** Whether its environment holds the text; see `EnvironmentAnswer`. */
  holds(text: string): EnvironmentAnswer;
}

const scratch = Buffer.allocUnsafe(4096);
let loadAverage: number | undefined;

/** One process of this machine; null if there is none with this number, or if the system has no /proc. */
export function readProcess(pid: number): ProcessRow | null {
  const fields = readStatus(pid);
  if (!fields) return null;
  const [state, parent, group, session] = fields;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start: fields[19] ?? "",
    dead: state === "Z" || state === "X",
    holds: (text) => environmentHolds(pid, text),
  };
}

/** The fields of /proc/…/stat from the third on. */
function readStatus(pid: number): readonly string[] | null {
  const text = readSmall(`/proc/${pid}/stat`);
  // The program's name comes second, in parentheses, and may hold parentheses and spaces itself.
  return text === null ? null : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** The number that the newest process of this machine got; null if the system does not tell. */
export function newestPid(): number | null {
  try {
    // It is asked after every hook, so the file stays open.
    loadAverage ??= openSync("/proc/loadavg", "r");
    const text = scratch.toString("latin1", 0, readSync(loadAverage, scratch, 0, 64, 0));
    const pid = Number(text.slice(text.lastIndexOf(" ") + 1));
    return pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

/** Closes the file that `newestPid` keeps open; the next question opens it again. */
export function closeProcessTable(): void {
  if (loadAverage !== undefined) closeSync(loadAverage);
  loadAverage = undefined;
}

/** The numbers of the processes after `from` up to `to`, in ascending order; of all processes if `to` is not beyond `from`. */
export function pidsBetween(from: number, to: number): readonly number[] {
  const pids: number[] = [];
  if (to > from && to - from <= 64) {
    for (let pid = from + 1; pid <= to; pid++) if (existsSync(`/proc/${pid}`)) pids.push(pid);
    return pids;
  }
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (pid > 0 && (to <= from || (pid > from && pid <= to))) pids.push(pid);
  }
  return pids.sort((one, other) => one - other);
}

/** True if the number is that of a thread inside another process: /proc answers for those too. */
export function isThread(pid: number): boolean {
  const group = /^Tgid:\t(\d+)$/m.exec(readSmall(`/proc/${pid}/status`) ?? "");
  return group !== null && Number(group[1]) !== pid;
}

function environmentHolds(pid: number, text: string): EnvironmentAnswer {
  const environment = readEnvironment(pid);
  if (environment === null || environment.length > 0) return environment?.includes(text) ? "yes" : "no";
  const fields = readStatus(pid);
  const isKernelThread = fields?.[20] === "0";
  if (!fields || isKernelThread) return "no";
  const [start, end] = [fields[47], fields[48]];
  return start === end && end !== "0" ? "empty" : "unset";
}

/** An environment is looked through at once, where it was read. */
const environmentScratch = Buffer.allocUnsafeSlow(64 * 1024);

function readEnvironment(pid: number): Buffer | null {
  const path = `/proc/${pid}/environ`;
  try {
    const fd = openSync(path, "r");
    try {
      const size = readSync(fd, environmentScratch, 0, environmentScratch.length, 0);
      // The system gives a page at a time where it likes to; only what is empty, or ends before a page does, is sure to be whole.
      if (size % 4096 !== 0 || size === 0) return environmentScratch.subarray(0, size);
    } finally {
      closeSync(fd);
    }
    return readFileSync(path);
  } catch {
    return null;
  }
}

function readSmall(path: string): string | null {
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return null;
  }
  try {
    return scratch.toString("latin1", 0, readSync(fd, scratch, 0, scratch.length, 0));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}
