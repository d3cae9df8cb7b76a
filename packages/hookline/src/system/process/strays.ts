import { groupExists, listProcesses } from "./process-list.ts";
import { isThread, newestPid, type ProcessRow, pidsBetween, readProcess } from "./process-table.ts";

/** What is alive of a hook beside its first process; `unsure` while some process cannot be told yet. */
export interface Look {
  readonly alive: readonly ProcessRow[];
  readonly unsure: boolean;
}

/** Finds the processes of one hook, wherever they went. */
export interface Strays {
  look(): Look;
  /** Like `look`, after an end by itself: where listing is dear, only what is still in the hook's group is seen. */
  lookAfterEnd(): Look;
  /** Ends the following. */
  forget(): void;
}

const nothing: Look = { alive: [], unsure: false };

/** A hook that is older may have seen the numbers of all processes given anew, more than once. */
const wrapAgeMs = 10_000;

/** What is shorter says nothing about whose process it is. */
const shortestCookie = 32;

/** The first processes of all hooks that run: whatever is in the session of one of them is of that hook, and of no other. */
const leaders = new Set<number>();

/** Says that a process of ours leads a session for a hook to come, so that nobody looks at it until then; the result takes that back. */
export function setApart(leader: number): () => void {
  leaders.add(leader);
  return () => void leaders.delete(leader);
}

/**
 * Follows the processes of a hook: those of its session, with its cookie in their environment, or started by one of these. `after` is the
 * newest process when the hook began, if its first process is older.
 */
export function trackStrays(leader: number, cookie: string, after = leader): Strays {
  const startedAt = performance.now();
  const known = new Map<number, string>();
  // An empty text, or a short one, is in every environment: whoever held it would be taken for a process of the hook, and ended.
  const isTelling = cookie.length >= shortestCookie;
  leaders.add(leader);
  let undecided: readonly number[] = [];
  // A process has its number for an instant before it can be seen, so each look begins where the last but one ended.
  let judged = after;
  let seen = after;

  function candidates(): ProcessRow[] | null {
    if (process.platform !== "linux") return [...listProcesses()];
    const newest = newestPid();
    const fresh = newest !== judged;
    if (!fresh && known.size === 0 && undecided.length === 0) return null;
    const aged = judged === after && performance.now() - startedAt > wrapAgeMs;
    const wrapped = newest === null || newest < judged || aged;
    const pids = fresh ? pidsBetween(judged, wrapped ? 0 : newest) : [];
    judged = seen;
    seen = newest ?? leader;
    const wanted = new Set([...known.keys(), ...undecided, ...pids.filter((pid) => !leaders.has(pid))]);
    if (wanted.size === 0) return null;
    return [...wanted].map(readProcess).filter((row) => row !== null);
  }

  function look(): Look {
    const rows = candidates()?.filter((row) => !row.dead && row.pid !== leader && row.pid !== process.pid);
    if (!rows) return nothing;
    const alive = rows.filter((row) => known.get(row.pid) === row.start);
    known.clear();
    for (const row of alive) known.set(row.pid, row.start);
    const unsure: number[] = [];
    let others: ProcessRow[] = [];
    const take = (row: ProcessRow) => {
      if (process.platform === "linux" && isThread(row.pid)) return;
      known.set(row.pid, row.start);
      alive.push(row);
    };
    for (const row of rows) {
      if (known.has(row.pid)) continue;
      const own = row.session === leader || row.group === leader;
      const holds = own ? "yes" : leaders.has(row.session) || !isTelling ? "no" : row.holds(cookie);
      if (holds === "yes") take(row);
      else others.push(row);
      // An environment that is empty at two looks is an empty one.
      if (holds === "unset" || (holds === "empty" && !undecided.includes(row.pid))) unsure.push(row.pid);
    }
    for (let count = -1; count !== alive.length; ) {
      count = alive.length;
      for (const row of others) if (row.parent === leader || known.has(row.parent)) take(row);
      others = others.filter((row) => !known.has(row.pid));
    }
    undecided = unsure.filter((pid) => !known.has(pid));
    return { alive, unsure: undecided.length > 0 };
  }

  return {
    look,
    lookAfterEnd: () => (process.platform === "linux" || groupExists(leader) ? look() : nothing),
    forget: () => void leaders.delete(leader),
  };
}
