import { type ChildProcess, spawn } from "node:child_process";
import { errorCode } from "../error-code.ts";
import { openPipes, type Pipes } from "./pipes.ts";
import { makePrivateFolder, removePrivateFolder } from "./private-folder.ts";
import { isShortage } from "./spawn-failure.ts";

/** Real pipes for hooks, so that /dev/stdin, /dev/stdout and /dev/stderr work in them: Node's own are sockets. */
export interface PipePool {
  /** Calls back when pipes can be opened, or when it is clear that there are none: at once, or when `mkfifo` is done. */
  whenReady(hooks: number, action: () => void): void;
  /** The streams of one hook; null where Node's own must do; throws a shortage that may pass. */
  open(): Pipes | null;
  close(): void;
}

/** One `mkfifo` makes names for many hooks; the first one for few, since many a process runs only one or two. */
const firstCount = 16;
const laterCount = 128;
const patienceMs = 1_000;
const mostFailures = 3;

/** Makes an empty pool; its helper never keeps the process alive, unless somebody waits for it. */
export function createPipePool(): PipePool {
  const names: string[] = [];
  let prepared: Pipes | null = null;
  let folder: string | null = null;
  let helper: { readonly child: ChildProcess; readonly patience: NodeJS.Timeout } | null = null;
  let waiting: { readonly hooks: number; readonly action: () => void } | null = null;
  let shortage: unknown = null;
  let count = firstCount;
  let refillBelow = 0;
  let serial = 0;
  // On macOS, opening /dev/stdin duplicates the descriptor, whatever it is: Node's own pipes do there.
  let failures = process.platform === "linux" ? 0 : mostFailures;

  const isReady = () =>
    prepared !== null || names.length >= 2 || failures >= mostFailures || shortage !== null;

  function make(wanted: number): void {
    if (helper || failures >= mostFailures) return;
    const fresh: string[] = [];
    try {
      folder ??= makePrivateFolder();
      while (fresh.length < wanted) fresh.push(`${folder}/${++serial}`);
      const child = spawn("mkfifo", fresh, { stdio: "ignore", detached: true });
      const done = (error: unknown) => {
        if (helper?.child === child) made(fresh, error);
      };
      child.once("error", done);
      child.once("exit", (code) => done(code === 0 ? null : new Error(`mkfifo ended with ${code}`)));
      child.unref();
      helper = { child, patience: setTimeout(() => child.kill("SIGKILL"), patienceMs).unref() };
    } catch (error) {
      made([], error);
    }
  }

  function made(fresh: readonly string[], error: unknown): void {
    endHelper();
    if (error === null) {
      names.push(...fresh);
      refillBelow = fresh.length / 4;
      count = laterCount;
    } else if (isShortage(errorCode(error))) shortage = error;
    else forgetFolder();
    settleWaiting();
  }

  function endHelper(): void {
    clearTimeout(helper?.patience);
    helper?.child.kill("SIGKILL");
    helper = null;
  }

  /** The folder is of no use: somebody may have tidied it away, and the next one may be better. */
  function forgetFolder(): void {
    endHelper();
    failures++;
    names.length = 0;
    if (folder) removePrivateFolder(folder);
    folder = null;
  }

  function settleWaiting(): void {
    if (!waiting) return;
    const { hooks, action } = waiting;
    if (isReady()) {
      waiting = null;
      action();
    } else {
      make(Math.max(count, 2 * hooks));
      helper?.child.ref();
      helper?.patience.ref();
    }
  }

  function openNext(): Pipes | null {
    const [stdout, stderr] = names.splice(-2);
    if (!folder || !stdout || !stderr) {
      if (failures >= mostFailures) return null;
      make(count);
      throw shortage ?? passing("no pipes are ready");
    }
    if (names.length < refillBelow) setImmediate(() => make(count));
    try {
      const pipes = openPipes([`${folder}/${++serial}`, stdout, stderr]);
      failures = 0;
      return pipes;
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      forgetFolder();
      throw passing("the folder of the pipes is gone");
    }
  }

  /** Opens the pipes of the next hook while the last one is busy. */
  function prepare(): void {
    if (prepared || names.length < 2) return;
    try {
      prepared = openNext();
    } catch {
      // It will be told to the hook that needs them.
    }
  }

  return {
    whenReady(hooks, action) {
      shortage = null;
      waiting = { hooks, action };
      settleWaiting();
    },
    open() {
      const pipes = prepared ?? openNext();
      prepared = null;
      setImmediate(prepare);
      return pipes;
    },
    close() {
      prepared?.close();
      prepared = null;
      forgetFolder();
      failures = mostFailures;
    },
  };
}

function passing(message: string): Error {
  return Object.assign(new Error(message), { code: "EAGAIN" });
}
