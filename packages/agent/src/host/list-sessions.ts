import type { AgentOptions } from "../options.ts";
import { stateFolder } from "../session/place.ts";
import { sessionLines } from "../session/session-lines.ts";
import { sessionStore } from "../session/store.ts";
import { startFolder } from "./first-facts.ts";

/** Prints the sessions of the folder; nothing of LangChain is loaded for it. */
export function listSessions({ cwd }: AgentOptions): number {
  const store = sessionStore({ stateFolder: stateFolder(process.env), projectDir: startFolder(cwd) });
  process.stdout.write(sessionLines(store.list(), null));
  return 0;
}
