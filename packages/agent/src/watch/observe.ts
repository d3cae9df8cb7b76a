import { type Change, changesBetween, isCovered, maxFiles, type Snapshot, takeSnapshot } from "./snapshot.ts";
import { openWatcher } from "./watcher.ts";

/** Files that are kept in view. */
export interface Observation {
  /** Other paths from now on; what changed unseen at those that stay is still told. */
  set(paths: readonly string[]): void;
  /** Looks by itself, without waiting for the watcher, and resolves when every change until now has been told. */
  settle(): Promise<void>;
  /** Ends it; what is being told just now is cut short. */
  close(): Promise<void>;
}

/** Who is told of changes, one call at a time, and of what is wrong with the watching. */
export interface Observer {
  changed(changes: readonly Change[], signal: AbortSignal): Promise<void>;
  problem(text: string): void;
}

/** How long files must stay the same, since they are written in several steps; and when that has lasted long enough. */
const quietMs = 60;
const enoughMs = 2_000;
/** A hook may itself change what is watched: settling does not follow it for ever. */
const maxRounds = 5;

/** Keeps files in view: the watcher only says when to look, and the files themselves say what changed. */
export function observe(first: readonly string[], { changed, problem }: Observer): Observation {
  const closing = new AbortController();
  const saidProblems = new Set<string>();
  let wishes: readonly string[] = [];
  let seen: Snapshot = new Map();
  let timer: NodeJS.Timeout | undefined;
  let stirredAt = 0;
  let queue: Promise<unknown> = Promise.resolve();
  let watcher: Promise<() => Promise<void>> = Promise.resolve(async () => {});

  const say = (text: string) => {
    if (!saidProblems.has(text)) problem(text);
    saidProblems.add(text);
  };
  const look = (paths: readonly string[]) => {
    const { files, cut } = takeSnapshot(paths, seen);
    for (const path of cut)
      say(`${path} holds more than ${maxFiles} files; changes to the others are not seen`);
    return files;
  };
  /** True if there was something to tell. */
  const check = (): Promise<boolean> => {
    const next = queue.then(async () => {
      if (closing.signal.aborted) return false;
      const now = look(wishes);
      const changes = changesBetween(seen, now);
      seen = now;
      if (changes.length === 0) return false;
      try {
        await changed(changes, closing.signal);
      } catch (error) {
        say(`a change could not be told: ${error instanceof Error ? error.message : String(error)}`);
      }
      return true;
    });
    queue = next;
    return next;
  };
  const stir = () => {
    if (closing.signal.aborted) return;
    if (timer === undefined) stirredAt = Date.now();
    wait(null);
  };
  /** Looks every now and then until two looks are the same. */
  const wait = (last: Snapshot | null) => {
    clearTimeout(timer);
    const due = () => {
      const now = look(wishes);
      const isQuiet = last !== null && changesBetween(last, now).length === 0;
      if (!isQuiet && Date.now() - stirredAt < enoughMs) return wait(now);
      timer = undefined;
      void check();
    };
    timer = setTimeout(due, quietMs).unref();
  };
  const set = (paths: readonly string[]) => {
    const next = [...new Set(paths)].sort();
    if (closing.signal.aborted || next.join("\0") === wishes.join("\0")) return;
    const isOld = (path: string) => isCovered(wishes, path);
    // Files that were in view keep their last look; the others begin as they are now.
    const kept = [...seen].filter(([path]) => isCovered(next, path));
    seen = new Map([...kept, ...[...look(next)].filter(([path]) => !isOld(path))]);
    wishes = next;
    const unseen = (text: string) => say(`changes to watched files may not be seen at once: ${text}`);
    const before = watcher;
    watcher = before
      .then((close) => close())
      .then(() => (wishes === next ? openWatcher(next, stir, unseen) : async () => {}))
      .catch((error: unknown) => {
        unseen(error instanceof Error ? error.message : String(error));
        return async () => {};
      });
  };

  set(first);
  return {
    set,
    async settle() {
      clearTimeout(timer);
      timer = undefined;
      for (let round = 0; round < maxRounds; round++) if (!(await check())) return;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await queue;
      await (await watcher)();
    },
  };
}
