import { spawn } from "node:child_process";
import { closeSync, readSync } from "node:fs";
import { Socket } from "node:net";
import type { Command } from "../../contract/process.ts";
import { uuidv7 } from "../identifiers.ts";
import { completeEnvironment, type Launched } from "./launch.ts";
import type { PipePool } from "./pipe-pool.ts";
import { feed } from "./pipes.ts";
import { readProcess } from "./process-table.ts";
import { stopProcesses } from "./stop.ts";
import { trackStrays } from "./strays.ts";
import type { Watchdog } from "./watchdog.ts";

/** A process that was started before there was an event, and waits for it at its stdin. */
export interface Early {
  readonly cookie: string;
  /** What it did before it was asked, as the end of a sentence; null if it waits. */
  strayed(): string | null;
  /** Gives it the event: from now on it is a command as any other. */
  give(payload: Uint8Array): Launched;
  /** Ends it with all that it started; resolves when nothing of it is left. */
  end(): Promise<void>;
}

const nothing = new Uint8Array(0);
const landing = Buffer.allocUnsafe(1);

/** Starts a command without an event; null if it cannot start, which its event will tell. */
export function startEarly(command: Command, pool: PipePool, watchdog: Watchdog): Early | "no pipes" | null {
  const [program, ...rest] = command.argv;
  const cookie = uuidv7();
  const pipes = pool.open();
  if (!pipes) return "no pipes";
  try {
    watchdog.wake();
    const [, out, err] = pipes.fill(nothing);
    // A named pipe whose writer is done cannot be opened again, so stdin is a socket: what opens /dev/stdin fails before its event, not with it.
    const child = spawn(program, rest, {
      cwd: command.cwd,
      env: completeEnvironment({ ...command.env }, cookie),
      detached: true,
      stdio: ["pipe", out, err],
    });
    child.on("error", () => {});
    const { pid, stdin } = child;
    if (pid === undefined || !(stdin instanceof Socket)) {
      pipes.close();
      return null;
    }
    pipes.handOver();
    stdin.on("error", () => {}).unref();
    child.unref();
    watchdog.watch(pid);
    // Its number may soon be that of another process.
    child.once("exit", () => watchdog.forget(pid));
    const { stdout, stderr } = pipes;
    const strays = trackStrays(pid, cookie);
    const hasExited = () => child.exitCode !== null || child.signalCode !== null;
    return {
      cookie,
      strayed() {
        if (hasExited() || (readProcess(pid)?.dead ?? true)) return "ended before it was asked";
        return isSilent(stdout) && isSilent(stderr) ? null : "printed something before it was asked";
      },
      give(payload) {
        child.ref();
        stdin.ref();
        feed(stdin, payload);
        return { child, pid, stdout, stderr, strays };
      },
      end: () =>
        new Promise((resolve) => {
          const { graceMs } = command;
          const stopping = stopProcesses({ leader: pid, hasExited, strays, graceMs }, () => {
            stdin.destroy();
            closeSync(stdout);
            closeSync(stderr);
            strays.forget();
            resolve();
          });
          child.once("exit", stopping.check);
        }),
    };
  } catch {
    pipes.close();
    return null;
  }
}

/** True if nothing was written to it, and somebody still may. */
function isSilent(fd: number): boolean {
  try {
    readSync(fd, landing, 0, 1, null);
    return false;
  } catch {
    return true;
  }
}
