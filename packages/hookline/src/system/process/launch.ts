import { type ChildProcess, spawn } from "node:child_process";
import type { Command, EnvironmentLayers } from "../../contract/process.ts";
import type { OutputSource } from "./output.ts";
import type { PipePool } from "./pipe-pool.ts";
import { feed, type Pipes } from "./pipes.ts";
import type { Strays } from "./strays.ts";

/** A started process, and where its output is read. */
export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly stdout: OutputSource;
  readonly stderr: OutputSource;
  /** The newest process of the machine when the command began, if its own process is older. */
  readonly after?: number | undefined;
  /** Who follows its processes already, if it was started before its event. */
  readonly strays?: Strays;
  /** Asked when the process has ended, by a signal or not: true if that was before the command began, so that it can be started in another way. */
  refused?(killed: boolean): boolean;
}

/** Starts a command in a session of its own with the payload on stdin; null if it could not start, which `failed` tells, now or soon. */
export function launch(
  command: Command,
  payload: Uint8Array,
  pool: PipePool,
  failed: (error: unknown) => void,
): Launched | null {
  const [program, ...rest] = command.argv;
  let pipes: Pipes | null = null;
  try {
    pipes = pool.open();
    const inherited = pipes?.fill(payload);
    const child = spawn(program, rest, {
      cwd: command.cwd,
      env: command.env,
      detached: true,
      stdio: inherited ? [inherited[0] ?? "pipe", inherited[1], inherited[2]] : "pipe",
    });
    if (child.pid === undefined) {
      pipes?.close();
      child.once("error", failed);
      return null;
    }
    pipes?.handOver();
    if (child.stdin) feed(child.stdin, payload);
    const stdout = pipes?.stdout ?? child.stdout;
    const stderr = pipes?.stderr ?? child.stderr;
    if (stdout === null || stderr === null) throw new Error("a started process has no output");
    return { child, pid: child.pid, stdout, stderr };
  } catch (error) {
    pipes?.close();
    failed(error);
    return null;
  }
}

/** Inside a hook of another Hookline, its cookie goes on to our hooks, so that it finds them too. */
const outer = [process.env.HOOKLINE_RUN_PARENTS, process.env.HOOKLINE_RUN_ID].filter(Boolean).join(",");

/** Adds to the environment of a command what its host has to say: the cookie that all its processes carry. */
export function completeEnvironment(env: Command["env"], cookie: string): Command["env"] {
  env.HOOKLINE_RUN_ID = cookie;
  if (outer !== "") env.HOOKLINE_RUN_PARENTS = outer;
  // With a socket as stdin and without this, bash believes that it was started by rshd and reads ~/.bashrc.
  if (!(Number(env.SHLVL) >= 1)) env.SHLVL = "1";
  return env;
}

/** The same for variables in two parts: those that are the command's own; null if the shared ones hold what only its host can say. */
export function completeLayers({ shared, own }: EnvironmentLayers, cookie: string): readonly string[] | null {
  const { HOOKLINE_RUN_ID: id, HOOKLINE_RUN_PARENTS: parents, SHLVL: level } = shared;
  if (id !== undefined || parents !== undefined || !(Number(level) >= 1)) return null;
  const all = [...own, "HOOKLINE_RUN_ID", cookie];
  if (outer !== "") all.push("HOOKLINE_RUN_PARENTS", outer);
  return all;
}
