import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach } from "vitest";
import type { Command, OnOutput, ProcessFacts, ProcessHost } from "../../src/contract/process.ts";
import { removeFolder } from "../remove-folder.ts";

/** The path of a fixture program. */
export function bin(name: string): string {
  return fileURLToPath(new URL(`../fixtures/bin/${name}`, import.meta.url));
}

/** The environment of this process, as a plain map. */
export const ownEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

/** A command with ample limits. */
export function command(argv: readonly [string, ...string[]], changes: Partial<Command> = {}): Command {
  return {
    argv,
    env: ownEnvironment,
    cwd: tmpdir(),
    payload: 0,
    deadlineMs: 15_000,
    graceMs: 500,
    cap: 1024 * 1024,
    background: false,
    ...changes,
  };
}

/** The same for a shell script. */
export function script(text: string, changes: Partial<Command> = {}): Command {
  return command(["/bin/sh", "-c", text], changes);
}

/** Runs one command and gives its facts. */
export async function run(
  host: ProcessHost,
  one: Command,
  more: { payload?: string | Uint8Array; signal?: AbortSignal; onOutput?: OnOutput } = {},
): Promise<ProcessFacts> {
  const { payload = "{}\n", signal = new AbortController().signal, onOutput } = more;
  const payloads = [typeof payload === "string" ? Buffer.from(payload) : payload];
  const [facts] = host.run({ eventId: "event", payloads, commands: [one] }, signal, onOutput);
  if (!facts) throw new Error("no promise came back");
  return facts;
}

/** A file that fixture programs add the numbers of their processes to; whatever is left of them is ended after the test. */
export function pidFile(): { env: Readonly<Record<string, string>>; pids(): number[] } {
  const folder = temporaryFolder();
  const path = join(folder, "pids");
  writeFileSync(path, "");
  const pids = () => readFileSync(path, "utf8").split("\n").filter(Boolean).map(Number);
  cleanups.push(() => {
    for (const pid of pids()) if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });
  return { env: { ...ownEnvironment, PIDS: path }, pids };
}

/** A new folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hookline-test-"));
  cleanups.unshift(() => removeFolder(folder));
  return folder;
}

const cleanups: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** True if the process is there and has not ended. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return !"ZX".includes(stat.charAt(stat.lastIndexOf(")") + 2));
  } catch {
    return false;
  }
}

/** Settles when the condition holds; throws after ten seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const limit = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > limit) throw new Error("waited for 10 s in vain");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
