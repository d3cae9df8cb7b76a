import { existsSync, realpathSync } from "node:fs";
import { basename } from "node:path";
import type { Launched } from "../../launch.ts";
import type { PipePool } from "../../pipe-pool.ts";
import { makePrivateFolder, removePrivateFolder } from "../../private-folder.ts";
import { handOverText } from "./hand-over.ts";
import type { SentRequest } from "./requests.ts";
import { startWarmShell, type WarmShell } from "./warm-shell.ts";

/** Shells that wait for commands which came before. */
export interface ShellPool {
  /** Tells that a command has come: `answered` follows, once. */
  asked(request: SentRequest): void;
  /** Runs a command in a shell that waits for it; null if there is none, or if it cannot be done so. */
  take(request: SentRequest, started: (pid: number) => void): Launched | null;
  /** Tells that a command was answered: the next one like it may find a shell. */
  answered(request: SentRequest): void;
  close(): void;
}

/** The most shells that wait: as many as the hooks of a busy event, and each takes a quarter of a megabyte. */
const mostShells = 24;
/** The most commands that are remembered. */
const mostKinds = 64;
/** A command that did not come for so long is forgotten. */
const idleMs = 60_000;
/** A command that did not come for so long makes room for another one. */
const staleMs = 5_000;
/** After an answer: who was answered mostly asks again, or other hooks of the event are about to end. */
const pauseMs = 3;
/** A command whose shells failed so often has none. */
const mostFailures = 3;
/** The longest pause while no shell can be started. */
const longestPauseMs = 2_000;

/** All shells for one command, and how it is used. */
interface Kind {
  readonly argv: readonly string[];
  readonly shells: Shell[];
  /** How many of it are asked for now, and how many were at most: so many shells are of use. */
  running: number;
  most: number;
  uses: number;
  lastUse: number;
  /** How often a shell for it ended by itself: its text may be none of a shell. */
  failures: number;
}

interface Shell {
  readonly warm: WarmShell;
}

/** Makes an empty pool; `isBusy` says whether commands wait for their start, which are more urgent than its own. */
export function createShellPool(pipes: PipePool, isBusy: () => boolean): ShellPool {
  const kinds = new Map<string, Kind>();
  const able = canWait();
  let folder: string | null = null;
  let serial = 0;
  let count = 0;
  let timer: NodeJS.Timeout | null = null;
  let closed = false;
  let restMs = pauseMs;
  const sweeper = setInterval(forgetOld, idleMs / 4).unref();

  function kindOf({ argv }: { readonly argv: readonly string[] }): Kind {
    const key = argv.join("\0");
    const kind = kinds.get(key) ?? {
      argv,
      shells: [],
      running: 0,
      most: 0,
      uses: 0,
      lastUse: 0,
      failures: 0,
    };
    // The one that was used last stands last.
    kinds.delete(key);
    kinds.set(key, kind);
    return kind;
  }

  function refillSoon(ms: number): void {
    if (!closed) timer ??= setTimeout(refill, ms).unref();
  }

  /** Starts one shell at most: a start takes a millisecond, in which nothing is answered. */
  function refill(): void {
    timer = null;
    if (kinds.size > mostKinds) forgetOld();
    const next = [...kinds.values()].reverse().find(isWanted);
    if (!next) return;
    if (count >= mostShells && !isStale(next)) discardStale();
    if (count >= mostShells) return;
    if (!isBusy()) start(next);
    refillSoon(isBusy() ? pauseMs : 0);
  }

  /** Makes room where it is used least; what is used together, or not at all, would only push each other out. */
  function discardStale(): void {
    for (const kind of kinds.values()) if (count >= mostShells && isStale(kind)) discard(kind);
  }

  function start(kind: Kind): void {
    try {
      folder ??= makePrivateFolder();
      const warm = startWarmShell(kind.argv, `${folder}/${++serial}`, pipes, (byItself) => {
        if (byItself) kind.failures++;
        kind.shells.splice(kind.shells.indexOf(shell), 1);
        count--;
        refillSoon(pauseMs);
      });
      if (!warm) throw new Error("there are no pipes");
      const shell: Shell = { warm };
      kind.shells.push(shell);
      count++;
      restMs = pauseMs;
    } catch {
      // Pipes are there again in a moment, the machine may have room, and the folder may have been tidied away.
      if (folder && !existsSync(folder)) folder = null;
      restMs = Math.min(2 * restMs, longestPauseMs);
      refillSoon(restMs);
    }
  }

  function forgetOld(): void {
    const now = performance.now();
    for (const [key, kind] of kinds) {
      if (kind.running > 0 || (now - kind.lastUse < idleMs && kinds.size <= mostKinds)) continue;
      kinds.delete(key);
      discard(kind);
    }
  }

  function discard(kind: Kind): void {
    count -= kind.shells.length;
    for (const { warm } of kind.shells.splice(0)) warm.discard();
  }

  return {
    asked({ command }) {
      const { argv } = command;
      if (!able || !isText(argv)) return;
      const kind = kindOf(command);
      kind.uses++;
      kind.running++;
      kind.most = Math.max(kind.most, kind.running);
      kind.lastUse = performance.now();
    },
    take({ command, payload }, started) {
      const kind = kinds.get(command.argv.join("\0"));
      const text = kind && kind.shells.length > 0 ? handOverText(command) : null;
      if (!kind || text === null) return null;
      for (;;) {
        const shell = kind.shells.shift();
        if (!shell) return null;
        count--;
        const launched = shell.warm.handOver(text, payload, started);
        if (launched) return launched;
      }
    },
    answered({ command }) {
      const kind = kinds.get(command.argv.join("\0"));
      if (!kind) return;
      kind.running = Math.max(0, kind.running - 1);
      refillSoon(pauseMs);
    },
    close() {
      closed = true;
      clearInterval(sweeper);
      if (timer) clearTimeout(timer);
      for (const kind of kinds.values()) discard(kind);
      kinds.clear();
      if (folder) removePrivateFolder(folder);
    },
  };
}

function isStale({ lastUse }: Kind): boolean {
  return performance.now() - lastUse > staleMs;
}

/** True for a shell and its text: options may stand where that is expected, and then it comes after them. */
function isText([program, option, text]: readonly string[]): boolean {
  return program === "/bin/sh" && option === "-c" && text !== undefined && !/^[-+]/.test(text);
}

/** One that came once may never come again. */
function isWanted({ failures, uses, shells, most }: Kind): boolean {
  return failures < mostFailures && uses >= 2 && shells.length < most;
}

/** Only dash goes on from its wait as if it had just been started; the shells find their script below /proc. */
function canWait(): boolean {
  try {
    return basename(realpathSync("/bin/sh")) === "dash" && existsSync("/proc/self/fd");
  } catch {
    return false;
  }
}
