import type { AgentOptions } from "../options.ts";
import { closeSession } from "./close.ts";
import { runHeadless } from "./headless.ts";
import { runInteractive } from "./interactive.ts";
import { createInterrupts } from "./interrupts.ts";
import { openSession } from "./open-session.ts";

/** A session from its beginning to its end: gives the exit status. Read `build-agent.ts` next. */
export async function runSession(options: AgentOptions, systemRoot: string): Promise<number> {
  const interrupts = createInterrupts();
  const opened = await openSession(options, process.env, systemRoot, interrupts).catch((error: unknown) => {
    if (interrupts.killedBy === null) throw error;
    return null;
  });
  if (opened === null) return interrupts.killedBy ?? 1;
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
