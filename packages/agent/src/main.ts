import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { closeSession } from "./host/close.ts";
import { runHeadless } from "./host/headless.ts";
import { runInteractive } from "./host/interactive.ts";
import { createInterrupts } from "./host/interrupts.ts";
import { openSession } from "./host/open.ts";
import { type AgentOptions, readOptions } from "./options.ts";
import { stateFolder } from "./session/place.ts";
import { sessionLines } from "./session/session-lines.ts";
import { sessionStore } from "./session/store.ts";

/** The whole program: options, session, turns, end. Read `host/build-agent.ts` next. */
async function main(argv: readonly string[]): Promise<number> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  const options = readOptions(argv, version);
  if (typeof options === "number") return options;
  if (options.sessions) return listSessions(options);
  const interrupts = createInterrupts();
  const opened = await openSession(options, process.env, interrupts.press);
  interrupts.show = opened.host.show;
  let status = 1;
  try {
    status = options.print
      ? await runHeadless(opened, interrupts.turn())
      : await runInteractive(opened, interrupts);
  } finally {
    await closeSession(opened);
  }
  return interrupts.killedBy ?? status;
}

function listSessions({ cwd }: AgentOptions): number {
  const store = sessionStore({ stateFolder: stateFolder(process.env), projectDir: resolve(cwd) });
  process.stdout.write(sessionLines(store.list(), null));
  return 0;
}

// Tracing to a service is nothing that an agent does unasked.
process.env.LANGSMITH_TRACING ??= "false";
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `hookline-agent: ${process.env.HOOKLINE_DEBUG && error instanceof Error ? error.stack : text}\n`,
  );
  process.exitCode = 1;
}
// What a library left running must not keep a finished session alive.
process.exit();
