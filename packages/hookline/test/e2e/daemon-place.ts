import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { type Ended, startCli } from "./run-cli.ts";

const home = resolve(import.meta.dirname, "../..");

/** The clients of this build. */
export const clients = {
  native: join(home, `dist/native/${process.platform}-${process.arch}/hookline-fire`),
  bash: join(home, "bin/hookline-fire.sh"),
};

/** False where nothing could be compiled. */
export const hasNative: boolean = existsSync(clients.native);

/** False where bash is too old for what its client does, or there is no /proc. */
export const hasBash: boolean =
  existsSync("/proc/self/environ") &&
  spawnSync("/bin/bash", ["-c", "(( BASH_VERSINFO[0] > 4 || BASH_VERSINFO[1] > 3 ))"]).status === 0;

/** The clients that run here. */
export const usable = [
  ...(hasNative ? [["native", clients.native] as const] : []),
  ...(hasBash ? [["bash", clients.bash] as const] : []),
];

/** A project, and variables whose PATH has no Node: what is answered with them was answered by a daemon. */
export interface DaemonPlace extends Scratch {
  readonly bare: Record<string, string>;
}

/** Makes such a project, with hooks in the file of the user, which needs no approval. */
export function daemonPlace(hooks?: object): DaemonPlace {
  const own = scratch();
  if (hooks) own.write(join(own.home, ".config/hookline/hooks.json"), { hooks });
  const bin = join(own.home, "bin");
  mkdirSync(bin);
  for (const name of ["sh", "bash", "cat", "sleep", "mkdir", "mv", "env"]) {
    const path = ["/bin", "/usr/bin"].map((folder) => join(folder, name)).find((one) => existsSync(one));
    if (path) symlinkSync(path, join(bin, name));
  }
  return { ...own, bare: { PATH: bin, HOME: own.home, SHLVL: "1" } };
}

/** A daemon in the foreground, gone when the test ends. */
export async function startDaemon(
  { project, env }: Pick<Scratch, "project" | "env">,
  ...args: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly ended: Promise<Ended> }> {
  const started = startCli(["daemon", "--loopback", ...args], { cwd: project, env });
  onTestFinished(() => {
    started.child.kill("SIGKILL");
  });
  await Promise.race([
    new Promise<void>((settle) =>
      started.child.stdout?.on("data", (text) => text.includes("ready") && settle()),
    ),
    started.ended.then(({ stderr }) => Promise.reject(new Error(`the daemon ended: ${stderr}`))),
  ]);
  return started;
}

/** Starts a program; the promise tells how it ended. */
export function start(
  program: string,
  args: readonly string[],
  given: { readonly cwd: string; readonly env: Record<string, string>; readonly input?: string | Buffer },
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(program, args, { cwd: given.cwd, env: given.env });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdin.on("error", () => {});
  child.stdin.end(given.input ?? "");
  const ended = new Promise<Ended>((settle) => child.on("close", (status) => settle({ status, ...text })));
  return { child, ended };
}

/** What two answers to the same call have in common: identifiers and times are always new. */
export function lasting({ status, stdout, stderr }: Ended): Ended {
  const plain = (text: string) =>
    text
      .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
      .replaceAll(/\d+ ms/g, "<n> ms")
      .replaceAll(/"durationMs":[\d.]+/g, '"durationMs":0');
  return { status, stdout: plain(stdout), stderr: plain(stderr) };
}
