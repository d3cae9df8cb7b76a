import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";
import { endGroup, guardGroup } from "../../process/group.ts";
import { codeOf } from "../file-error.ts";
import type { Output } from "./output.ts";
import { openPipe, type Pipe } from "./pipe.ts";
import { programOf } from "./program.ts";
import { shellText } from "./script.ts";

/** A command, and where and how long it may run. */
export interface ShellCommand {
  readonly command: string;
  readonly cwd: string;
  /** No program of the agent's own is taken from there. */
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly envFiles: readonly string[];
  readonly timeoutMs: number;
  readonly stop: AbortSignal;
  /** Gets standard output and standard error, as they come. */
  readonly output: Output;
}

/** How a command ended. */
export interface ShellEnd {
  readonly kind: "exited" | "timeout" | "interrupted";
  /** As a shell tells it: 128 and the signal's number if a signal ended it. */
  readonly exitCode: number;
  /** The folder that the shell was in at its end; null if it did not say. */
  readonly folder: string | null;
}

/** What is in the pipe when the shell ends is read within this time. */
const drainMs = 100;

/** Runs a command in a session of its own, without input; what it leaves in the background by itself may stay. */
export async function runShell(command: ShellCommand): Promise<ShellEnd> {
  const folder = await mkdtemp(join(command.env.TMPDIR || tmpdir(), "hookline-agent-")).catch(cannotStart);
  try {
    return await runIn(folder, command);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** How long a command that is to end may take. */
const graceMs = 500;

async function runIn(folder: string, given: ShellCommand): Promise<ShellEnd> {
  const folderFile = join(folder, "folder");
  const mkfifo = programOf("mkfifo", given.env.PATH ?? "", given.projectDir) ?? "/usr/bin/mkfifo";
  const pipe = await openPipe(folder, mkfifo).catch(cannotStart);
  const read = reading(pipe, given.output);
  const { child, leader } = await start(given, folderFile, pipe);
  const forget = guardGroup(leader);
  const exit = exitOf(child);
  const kind = await whicheverFirst(exit, given.timeoutMs, given.stop);
  if (kind !== "exited") await endGroup(leader, graceMs);
  forget();
  const exitCode = await Promise.race([exit, afterwards(drainMs, 128 + constants.signals.SIGKILL)]);
  await read.drained();
  return { kind, exitCode, folder: told(folderFile) };
}

/** Starts the shell; the pipe is its output and its error output, in the order in which it writes. */
async function start(given: ShellCommand, folderFile: string, pipe: Pipe) {
  const { command, cwd, projectDir, env, envFiles } = given;
  try {
    const find = (name: string) => programOf(name, env.PATH ?? "", projectDir);
    const bash = find("bash");
    const shell = bash === null ? "sh" : "bash";
    const child = spawn(
      bash ?? find("sh") ?? "/bin/sh",
      ["-c", shellText({ shell, command, folderFile, envFiles }), shell],
      {
        cwd,
        env: { ...env, PWD: cwd },
        detached: true,
        stdio: ["ignore", pipe.write, pipe.write],
      },
    );
    if (child.pid === undefined) throw await new Promise((resolve) => child.once("error", resolve));
    return { child, leader: child.pid };
  } catch (error) {
    pipe.read.destroy();
    return cannotStart(error);
  } finally {
    pipe.handOver();
  }
}

function cannotStart(error: unknown): never {
  const code = codeOf(error);
  throw new Error(
    code === "E2BIG"
      ? "The command is too long to be started: write it to a file and run that."
      : `The command could not be started (${code}).`,
  );
}

function afterwards<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, ms, value).unref());
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

function whicheverFirst(
  exit: Promise<unknown>,
  timeoutMs: number,
  stop: AbortSignal,
): Promise<ShellEnd["kind"]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => end("timeout"), timeoutMs);
    const interrupted = () => end("interrupted");
    const end = (kind: ShellEnd["kind"]) => {
      clearTimeout(timer);
      stop.removeEventListener("abort", interrupted);
      resolve(kind);
    };
    stop.addEventListener("abort", interrupted, { once: true });
    void exit.then(() => end("exited"));
    if (stop.aborted) interrupted();
  });
}

/** Reads a pipe for as long as somebody writes; a process in the background is still read, but not waited for. */
function reading({ read }: Pipe, output: Output) {
  let isHeard = true;
  const closed = new Promise<void>((resolve) => read.once("close", () => resolve()));
  read.on("data", (chunk: Buffer) => {
    if (isHeard) output.add(chunk);
  });
  read.on("error", () => {});
  return {
    async drained(): Promise<void> {
      await Promise.race([closed, afterwards(drainMs, undefined)]);
      isHeard = false;
      read.unref();
    },
  };
}

function told(folderFile: string): string | null {
  try {
    return readFileSync(folderFile, "utf8").replace(/\n$/, "") || null;
  } catch {
    return null;
  }
}
