import { spawn } from "node:child_process";
import { closeSync, constants, openSync, readFileSync } from "node:fs";

/** Variables of the run that a daemon is started in: with them it would count as a part of a hook, and be ended with it. */
const ofRun = /^HOOKLINE_(?!SPAWN$)/;

/** A daemon that was started in the background. */
export interface StartedDaemon {
  /** Settles when it has ended, which it should not do. */
  readonly ended: Promise<void>;
  /** What it has complained about. */
  complaint(): string;
  /** It lives: this process may end without it. */
  leave(): void;
  /** It is of no use: nobody can reach it. */
  end(): void;
}

/** Starts a program in a session of its own, in the root folder, with nothing on its streams; what it complains about goes to a file. */
export function startDaemon(
  argv: readonly [string, ...string[]],
  env: { readonly [name: string]: string | undefined },
  log: string,
): StartedDaemon {
  const [program, ...args] = argv;
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const fd = openSync(log, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !ofRun.test(name)));
  const child = spawn(program, args, {
    cwd: "/",
    env: own,
    detached: true,
    stdio: ["ignore", "ignore", fd],
  });
  closeSync(fd);
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  return {
    ended,
    complaint: () => readFileSync(log, "utf8").trim(),
    leave: () => child.unref(),
    end: () => void child.kill("SIGTERM"),
  };
}
