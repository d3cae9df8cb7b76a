import { setImmediate } from "node:timers/promises";
import { leaveWorktree } from "../worktree/leave.ts";
import type { Opened } from "./open.ts";

/** Ends everything that a session has started; nothing of it is left when this resolves. */
export async function closeSession({ host, surface, worktree }: Opened): Promise<void> {
  const { engine, show, tell, env, mcp, fileWatch, configWatch, checkpointer, ending } = host;
  try {
    if (worktree) await leaveWorktree(worktree, { tell, show, env });
  } catch (error) {
    show.notice(
      "warn",
      `The worktree ${worktree?.path} is kept: ${error instanceof Error ? error.message : error}`,
    );
  }
  await Promise.all([configWatch.close(), fileWatch.close()]);
  ending.abort();
  await Promise.all([engine.close(), mcp.close()]);
  checkpointer.close();
  // The engine tells of a hook one step after it ended: the last one's line is still on its way.
  await setImmediate();
  show.close();
  surface.person.close?.();
}
