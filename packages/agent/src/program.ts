import { setMaxListeners } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as later } from "node:timers/promises";
import { readOptions } from "./options.ts";

async function main(argv: readonly string[], systemRoot: string): Promise<number> {
  const { version }: { version: string } = createRequire(import.meta.url)("hookline-agent/package.json");
  const options = readOptions(argv, version);
  if (typeof options === "number") return options;
  // Only now: help, lists and mistakes must not wait for a second of loading.
  if (options.sessions) {
    const { listSessions } = await import("./host/list-sessions.ts");
    return listSessions(options);
  }
  const { runSession } = await import("./host/run-session.ts");
  return runSession(options, systemRoot);
}

/** What went wrong, in one line. */
function complain(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const stack = process.env.HOOKLINE_DEBUG && error instanceof Error ? error.stack : undefined;
  process.stderr.write(`hookline-agent: ${stack ?? text}\n`);
}

/** Resolves when all that was written has been taken, or nobody is there to take it. */
function emptied(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((done) => stream.write("", () => done()));
}

/** The whole program, from the command line to the exit; the managed files lie under the root of the machine. Read `host/run-session.ts` next. */
export async function runProgram(argv: readonly string[], systemRoot: string): Promise<void> {
  // A reader that has gone away (`| head`) ends the reading, not the session.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  // An answer may hold more than a hundred calls, and each of them listens to the same signal: that is no leak to warn of.
  setMaxListeners(0);
  // What a library forgets to wait for must neither end the session nor show a stack.
  process.on("unhandledRejection", complain);
  // Tracing to a service is nothing that an agent does unasked.
  process.env.LANGSMITH_TRACING ??= "false";
  try {
    process.exitCode = await main(argv, systemRoot);
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
  // A slow reader gets all that was written; one that stands still must not keep alive what a signal has ended.
  const read = Promise.all([process.stdout, process.stderr].map((stream) => emptied(stream)));
  await (process.exitCode > 128 ? Promise.race([read, later(1_000)]) : read);
  // Node crashes when it sets back a terminal that is gone: a session whose terminal was closed ends by the signal itself.
  if (process.exitCode === 129 && process.stdin.isTTY) {
    process.removeAllListeners("SIGHUP");
    process.kill(process.pid, "SIGHUP");
  }
  // What a library left running must not keep a finished session alive.
  process.exit();
}
