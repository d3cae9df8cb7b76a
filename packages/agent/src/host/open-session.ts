import type { AgentOptions } from "../options.ts";
import type { Env } from "./host.ts";
import { type Opened, open } from "./open.ts";
import { StartRefused } from "./start-refused.ts";
import { createUndo } from "./undo.ts";

/** Opens a session, from the command line to the point where its first event can fire; throws StartRefused with what to tell. */
export async function openSession(
  options: AgentOptions,
  env: Env,
  systemRoot: string,
  { press, quit }: { readonly press: () => void; readonly quit: AbortSignal },
): Promise<Opened> {
  const undo = createUndo();
  try {
    return await Promise.race([open(options, env, systemRoot, press, undo), endedBy(quit)]);
  } catch (error) {
    await undo.all();
    throw error;
  }
}

/** Rejects when the session is to end before it has begun. */
function endedBy(quit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(new StartRefused("ended before it began"));
    if (quit.aborted) end();
    else quit.addEventListener("abort", end, { once: true });
  });
}
