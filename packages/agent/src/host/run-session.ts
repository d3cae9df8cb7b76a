import type { AgentOptions } from "../options.ts";
import { stateFolder } from "../session/place.ts";
import { sessionLines } from "../session/session-lines.ts";
import { sessionStore } from "../session/store.ts";
import { closeSession } from "./close.ts";
import { startFolder } from "./first-facts.ts";
import { runHeadless } from "./headless.ts";
import { runInteractive } from "./interactive.ts";
import { createInterrupts } from "./interrupts.ts";
import { openSession } from "./open.ts";

/** A session from its beginning to its end: gives the exit status. Read `build-agent.ts` next. */
export async function runSession(options: AgentOptions, systemRoot: string): Promise<number> {
  if (options.sessions) return listSessions(options);
  const interrupts = createInterrupts();
  const opened = await openSession(options, process.env, systemRoot, interrupts.press);
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
  const store = sessionStore({ stateFolder: stateFolder(process.env), projectDir: startFolder(cwd) });
  process.stdout.write(sessionLines(store.list(), null));
  return 0;
}
